import { useState } from 'preact/hooks';
import { Section } from '../../shared/shown.tsx';
import { Table } from '../../shared/table.tsx';
import { limitsNow, RATES } from './limits.ts';

/** How much of each rate limit this session has used in the current minute. */
export const Limits = () => {
  const [now, setNow] = useState(() => new Date());
  const limits = limitsNow(now);
  return (
    <Section id="limits" title="Límites de este minuto">
      <p class="small">
        De las peticiones de esta sesión. Un programa con otro certificado u otro usuario tiene los suyos.
      </p>
      <Table
        caption="Límites por clase"
        isCaptionShown={false}
        columns={['Clase', 'Por minuto', 'Quedan', 'La más usada']}
      >
        {Object.entries(RATES).map(([most, name]) => {
          const limit = limits.find((limit) => limit.most === Number(most));
          return (
            <tr key={most}>
              <th scope="row">{name}</th>
              <td>{most}</td>
              <td>{limit?.left ?? most}</td>
              <td>{limit?.of ?? 'ninguna'}</td>
            </tr>
          );
        })}
      </Table>
      <button type="button" onClick={() => setNow(new Date())}>
        Actualizar
      </button>
    </Section>
  );
};
