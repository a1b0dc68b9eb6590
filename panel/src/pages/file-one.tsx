import { useState } from 'preact/hooks';
import { Filing } from '../forms/filing.tsx';
import { readForms } from '../forms/read.ts';
import { plain } from '../logic/codes.ts';
import type { Form } from '../logic/fields.ts';
import { type Filled, filledOf } from '../logic/filled.ts';
import { addressOf } from '../logic/route.ts';
import { useLoaded, useShared } from '../parts/context.ts';
import { TextField } from '../parts/field.tsx';
import { Show, Title } from '../parts/shown.tsx';

/** Files one thing: chosen by its name, or a correction of a trámite. */
export const FileOne = ({
  operation,
  from,
  given,
}: {
  operation: string | undefined;
  from: string | undefined;
  /** Fields that are filled in already. */
  given: Filled;
}) => {
  const { session } = useShared();
  const loaded = useLoaded(async (): Promise<{ forms: Form[]; form?: Form | undefined; filled: Filled }> => {
    const found = await readForms();
    if (!from) {
      const form = found.find((one) => one.operation === operation);
      const filled = (form?.fields ?? []).flatMap(({ name }) => (given[name] ? [[name, given[name]]] : []));
      return { forms: found, form, filled: Object.fromEntries(filled) };
    }
    const { data } = await session.gateway.getFiling({ id: from });
    const form = found.find(({ address }) => address === data.operation);
    return { forms: found, form, filled: form ? filledOf(form.fields, data.request) : {} };
  }, [operation, from]);
  if (!loaded.data)
    return (
      <>
        <Title>Tramitar</Title>
        <Show of={loaded}>{() => null}</Show>
      </>
    );
  return (
    <Show of={loaded}>
      {({ forms: found, form, filled }) =>
        form ? <Filing form={form} first={filled} from={from} /> : <Choice forms={found} />
      }
    </Show>
  );
};

const Choice = ({ forms: found }: { forms: Form[] }) => {
  const [search, setSearch] = useState('');
  const words = plain(search).split(/\s+/);
  const matching = found.filter(({ title, group }) =>
    words.every((word) => plain(`${title} ${group}`).includes(word)),
  );
  const groups = [...new Set(matching.map(({ group }) => group))];
  return (
    <>
      <Title>Tramitar</Title>
      <Begun />
      <TextField label="Qué quiere hacer" type="search" value={search} onChange={setSearch} />
      {groups.length === 0 && <p class="muted">Nada se llama así.</p>}
      {groups.map((group) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul class="list">
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

/** What was begun and not filed. */
const Begun = () => {
  const { drafts } = useShared();
  const [begun, setBegun] = useState(drafts.all);
  if (begun.length === 0) return null;
  return (
    <section aria-labelledby="begun" class="box">
      <h2 id="begun">Sin terminar</h2>
      <p class="small">Se guarda hasta que salga, cierre esta página o la vuelva a cargar.</p>
      <ul class="list">
        {begun.map(({ key, title, address }) => (
          <li key={key} class="line">
            <a href={address}>{title}</a>
            <button
              type="button"
              aria-label={`Descartar: ${title}`}
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
    </section>
  );
};
