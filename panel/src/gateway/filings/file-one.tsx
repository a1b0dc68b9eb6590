import { useState } from 'preact/hooks';
import { useLoaded, useShared } from '../../shared/context.ts';
import type { WholeFiling } from '../../shared/data.ts';
import { TextField } from '../../shared/field.tsx';
import type { Form } from '../../shared/fields.ts';
import { type Filled, filledOf, givenIn } from '../../shared/filled.ts';
import { readForms } from '../../shared/reference.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Section, Show, Title } from '../../shared/shown.tsx';
import { certificateSources } from './certificate-sources.ts';
import { COMPANY_CERTIFICATE, certificateValues } from './certificate-values.ts';
import { Filing } from './filing-form.tsx';
import { fromCause } from './known.ts';
import { elsewhere, lookedFor } from './synonyms.ts';

/** The page to file something: a form chosen by its name, a correction of a trámite, or a dry run of another person. */
export const FileOne = ({
  operation,
  before,
  given,
}: {
  operation: string | undefined;
  /** Id of the trámite that is corrected, or of the dry run. */
  before: string | undefined;
  /** Initial values of the form. */
  given: Filled;
}) => {
  const { session, capabilities, drafts } = useShared();
  const loaded = useLoaded(async () => {
    const [forms, filing, others, cause] = await Promise.all([
      readForms(),
      before ? session.gateway.getFiling({ id: before }) : undefined,
      Promise.all(capabilities.map(({ insteadOfForm }) => insteadOfForm?.(session.gateway, given))),
      // If the trámite that caused the obligation cannot be read, the form starts empty.
      given.causa ? session.gateway.getFiling({ id: given.causa }).catch(() => undefined) : undefined,
      drafts.loaded(),
    ]);
    const form = forms.find((candidate) =>
      filing ? candidate.address === filing.data.operation : candidate.operation === operation,
    );
    const fields = form?.fields ?? [];
    const certificate =
      form?.operation === COMPANY_CERTIFICATE && given.dni && !filing
        ? certificateValues(await certificateSources({ session, capabilities }, given, cause?.data))
        : undefined;
    return {
      forms,
      form,
      before: filing?.data,
      instead: others.find((other) => other),
      origins: certificate?.origins ?? [],
      filled:
        filing && form
          ? filledOf(form.fields, filing.data.request)
          : {
              ...certificate?.filled,
              ...fromCause(fields, cause?.data.request),
              ...givenIn(fields, given),
            },
    };
  }, [operation, before]);
  if (!loaded.data)
    return (
      <>
        <Title>Tramitar</Title>
        <Show of={loaded}>{() => null}</Show>
      </>
    );
  return (
    <Show of={loaded}>
      {({ forms, form, filled, before: filing, instead, origins }) => {
        if (form && instead) return instead(form);
        if (form) return <Filing form={form} first={filled} before={filing} origins={origins} />;
        return filing ? <OfFile filing={filing} /> : <Choice forms={forms} />;
      }}
    </Show>
  );
};

/** Shown for a trámite that has no form to correct it, because a program made its file. */
const OfFile = ({ filing: { id, operationName } }: { filing: WholeFiling }) => {
  const address = useShared().capabilities.find(({ takesFiles }) => takesFiles)?.takesFiles;
  return (
    <>
      <Title>Corregir: {operationName}</Title>
      <p>
        Se envió como un fichero que hizo un programa, y aquí no hay formulario para corregirlo. Corrija los
        datos en ese programa, haga el fichero otra vez solo con lo rechazado
        {address && ', y súbalo en Importar'}. Lo que ya esté aceptado no se debe enviar otra vez.
      </p>
      <div class="actions">
        <a class="button" href={addressOf('tramites', id)}>
          Ver qué se rechazó
        </a>
        {address && (
          <a class="button" href={address}>
            Ir a Importar
          </a>
        )}
      </div>
    </>
  );
};

const Choice = ({ forms: found }: { forms: Form[] }) => {
  const [search, setSearch] = useState('');
  const matching = lookedFor(found, search);
  const other = elsewhere(search);
  const groups = [...new Set(matching.map(({ group }) => group))];
  return (
    <>
      <Title>Tramitar</Title>
      <Begun />
      <TextField label="Qué quiere hacer" type="search" value={search} onChange={setSearch} />
      {other && <p class="notice">{other}</p>}
      {groups.length === 0 && !other && <p class="muted">Nada se llama así.</p>}
      {groups.map((group) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul class="list row">
            {matching
              .filter((form) => form.group === group)
              .map((form) => (
                <li key={form.operation}>
                  <a href={addressOf('tramitar', form.operation)}>{form.title}</a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
};

/** Distinguishes drafts of the same kind, by the worker's document or, without one, by a number or account. */
const aboutWhom = (filled: Filled): string =>
  filled.dni || filled['employees.0.doc'] || filled.nss || filled.ccc || '';

/** The list of drafts. */
const Begun = () => {
  const { drafts } = useShared();
  const [begun, setBegun] = useState(drafts.all);
  if (begun.length === 0) return null;
  return (
    <Section id="begun" title="Sin terminar" isBox>
      <p class="small">
        Se guarda en su cuenta, cifrado y solo para usted, siete días desde el último cambio.
      </p>
      <ul class="list">
        {begun.map(({ key, title, address, filled, sent }) => (
          <li key={key} class="line">
            <span>
              <a href={address}>{title}</a> <span class="small">{aboutWhom(filled)}</span>
            </span>
            {sent && <Badge state={{ name: 'Enviado, sin respuesta', tone: 'bad' }} />}
            <button
              type="button"
              aria-label={`Descartar: ${title}`}
              disabled={sent !== undefined}
              onClick={() => {
                drafts.drop(key);
                setBegun(drafts.all);
              }}
            >
              Descartar
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
};
