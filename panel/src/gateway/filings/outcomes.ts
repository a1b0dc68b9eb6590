import type { ListedFiling } from '../../shared/data.ts';
import type { Form } from '../../shared/fields.ts';
import { theAuthority } from '../../shared/words.ts';

/** A trámite whose outcome is not known, in words. */

/** Whether the authority has a query for a trámite whose outcome is unknown; some kinds of trámite have none. */
export const canBeAsked = (
  { lookUp }: Pick<Form, 'lookUp'>,
  { reference }: Pick<ListedFiling, 'reference'>,
): boolean => lookUp === 'query' || (lookUp === 'by-reference' && reference !== null);

/** A text about the outcome of a trámite, once it was looked up or declared. */
export const outcomeText = ({ state, authority }: Pick<ListedFiling, 'state' | 'authority'>): string => {
  if (state === 'accepted') return `Está presentado: consta en ${theAuthority(authority)}.`;
  if (state === 'refused')
    return `No está presentado: ${theAuthority(authority)} lo rechazó. Corríjalo desde el trámite.`;
  if (state === 'declaredFiled') return 'Queda como presentado, porque usted lo ha declarado.';
  return 'Queda como no presentado, porque usted lo ha declarado: se puede presentar de nuevo.';
};

/** The first thing that a person must know about a trámite whose outcome is unknown. */
export const NOT_AGAIN = 'No lo envíe otra vez: puede estar presentado, y dos veces también es una sanción.';

/** Steps for a person to find out whether a trámite of unknown outcome was filed, first `NOT_AGAIN`. @param isAsked whether the authority can be asked */
export const guideFor = (
  { authority, worker, reference, looks }: Pick<ListedFiling, 'authority' | 'worker' | 'reference' | 'looks'>,
  isAsked: boolean,
): string[] => [
  NOT_AGAIN,
  ...(isAsked
    ? [
        looks > 0
          ? `Ya se ha preguntado ${looks === 1 ? 'una vez' : `${looks} veces`} al organismo, sin resultado. Pulse «Comprobar ahora» para preguntar otra vez.`
          : 'Pulse «Comprobar ahora»: se pregunta al organismo si consta, sin presentar nada.',
      ]
    : []),
  `${isAsked ? 'Si sigue sin saberse, entre' : 'Ninguna consulta lo muestra desde aquí: entre'} en la sede ${theAuthority(authority, 'de')} con el mismo certificado y busque ${
    [
      worker?.document && `el documento ${worker.document}`,
      worker?.nss && `el número ${worker.nss}`,
      reference && `la referencia ${reference}`,
    ]
      .filter(Boolean)
      .join(', ') || 'la operación'
  }.`,
  'Declare aquí lo que haya visto. Si no consta, se podrá presentar de nuevo.',
];
