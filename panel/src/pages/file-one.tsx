import { useState } from 'preact/hooks';
import { Filing } from '../forms/filing.tsx';
import { type Filled, type Form, filledOf, formsOf } from '../logic/fields.ts';
import { addressOf } from '../logic/route.ts';
import { useLoaded, useShared } from '../parts/context.ts';
import { TextField } from '../parts/field.tsx';
import { Show, Title } from '../parts/shown.tsx';
import { documentUrl } from '../session.ts';

let forms: Promise<Form[]> | undefined;

/** The forms, from the reference of the stage itself. @throws Error if it cannot be read */
const readForms = (): Promise<Form[]> => {
  forms ??= documentUrl()
    .then((url) => fetch(url))
    .then(async (answer) => formsOf(await answer.json()));
  forms.catch(() => {
    forms = undefined;
  });
  return forms;
};

/** Files one thing: chosen by its name, or a correction of a trámite. */
export const FileOne = ({ operation, from }: { operation: string | undefined; from: string | undefined }) => {
  const { session } = useShared();
  const loaded = useLoaded(async (): Promise<{ forms: Form[]; form?: Form | undefined; filled: Filled }> => {
    const found = await readForms();
    if (!from) return { forms: found, form: found.find((one) => one.operation === operation), filled: {} };
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
        form ? (
          <Filing form={form} first={filled} isCorrection={from !== undefined} />
        ) : (
          <Choice forms={found} />
        )
      }
    </Show>
  );
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

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
