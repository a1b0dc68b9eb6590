import { useState } from 'preact/hooks';
import { plain } from '../../shared/codes.ts';
import { useLoaded, useShared } from '../../shared/context.ts';
import { madridDay } from '../../shared/days.ts';
import { TextField } from '../../shared/field.tsx';
import { pagesOf } from '../../shared/first.ts';
import { ListHead } from '../../shared/list-head.tsx';
import { addressOf } from '../../shared/route.ts';
import { Section, Show } from '../../shared/shown.tsx';
import { many } from '../../shared/words.ts';
import { isNamed, stateText, workerSheet } from './workers.ts';

/** The most workers that are read. */
const MOST = 1_000;

/** The workforce of a company as the office keeps it, one line a worker. */
export const WorkerList = ({ company: { id, name } }: { company: { id: number; name: string } }) => {
  const { session } = useShared();
  const [typed, setTyped] = useState('');
  const loaded = useLoaded(async () => {
    try {
      return await pagesOf(async (page) => {
        const { data } = await session.gateway.getWorkforce({ customerID: id, page });
        return { found: data.data, lastPage: data.pagination.lastPage };
      }, MOST);
    } catch (error) {
      // The company has no workforce yet.
      if ((error as { status?: number }).status === 404) return { found: [], isWhole: true };
      throw error;
    }
  }, [id]);
  return (
    <Section id="workers" title="Plantilla">
      <Show of={loaded}>
        {({ found, isWhole }) => {
          if (found.length === 0)
            return (
              <p class="muted">
                No se conoce la plantilla de {name}.{' '}
                {session.role !== null && (
                  <a href={addressOf('empresas', String(id))}>Empezar con lo que consta, o subir su lista</a>
                )}
              </p>
            );
          const words = plain(typed).split(/\s+/).filter(Boolean);
          const shown = found
            .filter((worker) => isNamed(worker, words))
            .toSorted((a, b) => (a.nombre ?? a.dni).localeCompare(b.nombre ?? b.dni, 'es'));
          return (
            <>
              <TextField label="Nombre o documento" type="search" value={typed} onChange={setTyped} />
              <ListHead
                text={`${typed ? `${shown.length} de ` : ''}${many(found.length, 'trabajador', 'trabajadores')}${isWhole ? '' : ' o más'} · ${name}${typed && ` · con «${typed}»`}`}
                name="trabajadores"
                sheet={() => workerSheet(shown)}
              />
              <ul class="list lines workers">
                {shown.map((worker) => (
                  <li key={`${worker.ccc} ${worker.dni}`}>
                    <a class="strong" href={addressOf('historia', worker.dni)}>
                      {worker.nombre ?? worker.dni}
                    </a>
                    <span class="small">{worker.nombre && worker.dni}</span>
                    <span class="small">{worker.nss && `NSS ${worker.nss}`}</span>
                    <span class="small">{stateText(worker, madridDay(new Date()))}</span>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Show>
    </Section>
  );
};
