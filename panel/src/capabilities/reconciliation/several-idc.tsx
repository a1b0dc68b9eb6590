import { useState } from 'preact/hooks';
import { Certificates, useCertificates } from '../../gateway/certificates/certificate-choice.tsx';
import { answered } from '../../gateway/documents/answered.ts';
import { useAction, useShared } from '../../shared/context.ts';
import { madridDay } from '../../shared/days.ts';
import { save } from '../../shared/download.ts';
import { TextField } from '../../shared/field.tsx';
import { CERTIFICATE_TYPES } from '../../shared/fields.ts';
import { Form, Success } from '../../shared/shown.tsx';
import { many } from '../../shared/words.ts';
import { askForIdc, type Missed } from './idc.ts';
import type { Worker } from './workers.ts';

const SERVING = { certificateType: CERTIFICATE_TYPES['seg-social'] };

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
  const submit = () =>
    run(async () => {
      setDone(0);
      setMissed([]);
      setOver(false);
      await askForIdc(workers, {
        day,
        ask: (request) =>
          session.gateway.getContributionData(request, { certificate: chosen, respondAsync: true }),
        answered: (pending) => answered(session, pending),
        keep: (file, name) => save(session, file, name),
        onCame: () => setDone((count) => count + 1),
        onMissed: (worker) => setMissed((before) => [...before, worker]),
      });
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
