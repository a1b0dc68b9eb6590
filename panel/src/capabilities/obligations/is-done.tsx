import type { Form } from '../../shared/fields.ts';
import { addressOf, START } from '../../shared/route.ts';
import { Title } from '../../shared/shown.tsx';
import type { Obligation } from './to-do.ts';

/** Shown in place of a form if its obligation is fulfilled already or is in a batch, so that it is not filed twice. */
export const IsDone = ({
  form,
  due: { batch, closedBy },
}: {
  form: Form;
  due: Pick<Obligation, 'batch' | 'closedBy'>;
}) => (
  <>
    <Title>{form.title}</Title>
    <p class="notice" role="status">
      {batch ? (
        <>
          Ya está en el lote <a href={addressOf('importar', batch.id)}>{batch.name}</a>, sin terminar.
          Preséntelo allí, o cancele el lote.
        </>
      ) : (
        <>
          Ya está hecho
          {closedBy?.tramite && (
            <>
              : <a href={addressOf('tramites', closedBy.tramite)}>ver el trámite</a>
            </>
          )}
          . No hay que presentarlo otra vez.
        </>
      )}
    </p>
    <p>
      <a href={addressOf(START)}>Volver a Hoy</a>
    </p>
  </>
);
