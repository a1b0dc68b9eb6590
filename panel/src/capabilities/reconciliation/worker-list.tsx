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
import { SeveralIdc } from './several-idc.tsx';
import { isNamed, stateText, type Worker, workerSheet } from './workers.ts';

/** The most workers that are read. */
const MOST = 1_000;

const keyOf = ({ regimen, ccc, dni }: Worker): string => `${regimen}${ccc} ${dni}`;

/** The workforce of a company as the office keeps it, one line a worker. */
export const WorkerList = ({ company: { id, name } }: { company: { id: number; name: string } }) => {
  const { session } = useShared();
  const [typed, setTyped] = useState('');
  /** The workers whose IDC is asked for; `undefined` until a person begins to choose. */
  const [chosen, choose] = useState<ReadonlySet<string>>();
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
              <div class="actions">
                <button
                  type="button"
                  aria-expanded={chosen !== undefined}
                  onClick={() => choose(chosen ? undefined : new Set())}
                >
                  Pedir el IDC de varios
                </button>
                {chosen && (
                  <button type="button" onClick={() => choose(new Set(shown.map(keyOf)))}>
                    {shown.length === found.length ? 'Elegir a todos' : `Elegir a estos ${shown.length}`}
                  </button>
                )}
              </div>
              {chosen && (
                <SeveralIdc company={id} workers={found.filter((worker) => chosen.has(keyOf(worker)))} />
              )}
              <ul class="list lines workers">
                {shown.map((worker) => (
                  <li key={keyOf(worker)}>
                    <span class={chosen && 'check'}>
                      {chosen && (
                        <input
                          type="checkbox"
                          aria-label={`IDC de ${worker.nombre ?? worker.dni}`}
                          checked={chosen.has(keyOf(worker))}
                          onChange={({ currentTarget: { checked } }) => {
                            const key = keyOf(worker);
                            choose(
                              new Set(
                                checked ? [...chosen, key] : [...chosen].filter((each) => each !== key),
                              ),
                            );
                          }}
                        />
                      )}{' '}
                      <a class="strong" href={addressOf('historia', worker.dni)}>
                        {worker.nombre ?? worker.dni}
                      </a>
                    </span>
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
