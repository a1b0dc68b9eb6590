import { useState } from 'preact/hooks';
import { Certificates, useCertificates } from '../../gateway/certificates/certificate-choice.tsx';
import { answered } from '../../gateway/documents/answered.ts';
import { fileNameOf, surnamesOf } from '../../gateway/documents/ask.ts';
import { useAction, useShared } from '../../shared/context.ts';
import { madridDay } from '../../shared/days.ts';
import { save } from '../../shared/download.ts';
import { TextField } from '../../shared/field.tsx';
import { CERTIFICATE_TYPES } from '../../shared/fields.ts';
import { Form, Success } from '../../shared/shown.tsx';
import { many } from '../../shared/words.ts';
import type { Worker } from './workers.ts';

const SERVING = { certificateType: CERTIFICATE_TYPES['seg-social'] };

/** A worker whose document did not come, with the reason in Spanish. */
interface Missed {
  name: string;
  reason: string;
}

/** Asks for the IDC of several workers, one after the other. What came stays, whatever happens to the others. */
export const SeveralIdc = ({ workers, company }: { workers: readonly Worker[]; company: number }) => {
  const { session } = useShared();
  const { run, isBusy } = useAction({ mayChange: false });
  const certificates = useCertificates(SERVING, company);
  const choices = certificates.data ?? [];
  const [secret, setSecret] = useState<string>();
  const chosen = secret ?? (choices.find(({ clientId }) => clientId !== null) ?? choices[0])?.secret ?? '';
  const [day, setDay] = useState(madridDay(new Date()));
  const [done, setDone] = useState(0);
  const [missed, setMissed] = useState<Missed[]>([]);
  const [isOver, setOver] = useState(false);
  const ask = async ({ nombre, dni, nss, regimen, ccc }: Worker) => {
    if (!nss) throw new Error('no consta su número de la Seguridad Social');
    const pending = await session.gateway.getContributionData(
      { regimen, ccc, nss, startDate: day },
      { certificate: chosen, respondAsync: true },
    );
    const { data } = await answered(session, pending);
    if (!data.file) throw new Error('la Seguridad Social no ha devuelto el documento');
    const who = nombre ? surnamesOf(nombre) : dni;
    await save(session, data.file, fileNameOf({ name: 'IDC', who, day, given: data.file.name }));
  };
  const submit = () =>
    run(async () => {
      setDone(0);
      setMissed([]);
      setOver(false);
      for (const worker of workers) {
        try {
          await ask(worker);
          setDone((count) => count + 1);
        } catch (error) {
          const reason = (error as Error).message;
          setMissed((before) => [...before, { name: worker.nombre ?? worker.dni, reason }]);
        }
      }
      setOver(true);
    });
  return (
    <Form class="box" onSubmit={() => void submit()}>
      <TextField label="Día al que se refieren" type="date" value={day} onChange={setDay} required />
      {choices.length === 1 ? null : <Certificates of={certificates} value={chosen} onChange={setSecret} />}
      <button type="submit" class="main" disabled={isBusy || !chosen || workers.length === 0}>
        {isBusy
          ? `${done + missed.length} de ${workers.length}…`
          : `Pedir ${many(workers.length, 'IDC', 'IDC')}`}
      </button>
      <Success
        text={
          isOver && done > 0
            ? `Descargados: ${done} de ${workers.length}. Quedan también en la página de cada trabajador.`
            : undefined
        }
      />
      {missed.map(({ name, reason }) => (
        <p key={name} class="mistake">
          {name}: {reason}
        </p>
      ))}
    </Form>
  );
};
