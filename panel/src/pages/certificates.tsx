import { useRef, useState } from 'preact/hooks';
import { daysBetween, madridDay, showDay, showDaysLeft } from '../logic/days.ts';
import type { Certificate } from '../logic/today.ts';
import { useAction, useLoaded, useShared } from '../parts/context.ts';
import { ChoiceField, TextField } from '../parts/field.tsx';
import { first } from '../parts/first.ts';
import { Badge, Failure, Show, Title } from '../parts/shown.tsx';

/** What a certificate may serve for, by the type of the interface. */
const TYPES = {
  '1': 'Seguridad Social (autorizado RED)',
  '2': 'SEPE',
  '3': 'Agencia Tributaria',
  '5': 'DEHú y otros',
};

const MOST = 500;

/** The certificates of the account, or of the chosen company: what each serves for, and how long. */
export const Certificates = () => {
  const { session, company } = useShared();
  const loaded = useLoaded(
    () => first(session.gateway.listCertificates.each({ clientId: company?.id }), MOST),
    [company?.id],
  );
  return (
    <>
      <Title>Certificados{company && `: ${company.name}`}</Title>
      {session.role === 'owner' && <Drop onSaved={loaded.reload} />}
      <Show of={loaded} empty={(found) => found.length === 0 && 'Todavía no hay ninguno.'}>
        {(found) => (
          <ul class="list">
            {found.map((one) => (
              <One key={one.cert_secret} certificate={one} onChange={loaded.reload} />
            ))}
          </ul>
        )}
      </Show>
    </>
  );
};

const One = ({ certificate: one, onChange }: { certificate: Certificate; onChange(): void }) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  const last = one.expired.slice(0, 10);
  const left = daysBetween(madridDay(new Date()), last);
  const state =
    left < 0
      ? { name: 'Caducado', tone: 'bad' as const }
      : left <= 30
        ? { name: 'Caduca pronto', tone: 'warn' as const }
        : { name: 'En vigor', tone: 'good' as const };
  return (
    <li>
      <div class="line">
        <span class="strong">{one.fullName}</span>
        <Badge state={state} />
      </div>
      <p class="small">
        {one.dni} · sirve para: {one.typeText || 'todos los organismos'} · {showDay(last)} (
        {showDaysLeft(left)}){one.issuer_cn && ` · emitido por ${one.issuer_cn}`}
      </p>
      {session.role === 'owner' && (
        <details>
          <summary>Quitar este certificado</summary>
          <p>Lo que esté en cola con él no se enviará. No se puede deshacer, pero puede subirlo otra vez.</p>
          <button
            type="button"
            class="danger"
            disabled={isBusy}
            onClick={() =>
              run(async () => {
                await session.gateway.deleteCertificate({ cert_secret: one.cert_secret });
                onChange();
              })
            }
          >
            Quitar
          </button>
          <Failure problem={problem} />
        </details>
      )}
    </li>
  );
};

const Drop = ({ onSaved }: { onSaved(): void }) => {
  const { session, company } = useShared();
  const { run, isBusy, problem } = useAction();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [password, setPassword] = useState('');
  const [type, setType] = useState('');
  const [saved, setSaved] = useState<string>();
  const [isOver, setOver] = useState(false);

  const save = () =>
    run(async () => {
      if (!file) return;
      const { data } = await session.gateway.saveCertificate({
        file,
        password,
        ...(type && { type: Number(type) as 1 | 2 | 3 | 5 }),
        ...(company && { clientId: company.id }),
      });
      setSaved(`Guardado: ${data.fullName}, hasta ${showDay(data.expired.slice(0, 10))}.`);
      setFile(undefined);
      setPassword('');
      onSaved();
    });
  return (
    <form
      class={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        setFile(event.dataTransfer?.files[0]);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>
        Suelte aquí un fichero P12 o PFX, o{' '}
        <button type="button" onClick={() => input.current?.click()}>
          elíjalo
        </button>
        {company ? ` Será de ${company.name}.` : ' Será de la asesoría.'}
      </p>
      <input
        ref={input}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-label="Fichero P12 o PFX"
        accept=".p12,.pfx"
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
      />
      {file && (
        <>
          <p class="strong">{file.name}</p>
          <TextField
            {...{ label: 'Contraseña del fichero', type: 'password' as const }}
            value={password}
            onChange={setPassword}
          />
          <ChoiceField
            label="Para qué sirve"
            empty="Todos los organismos"
            choices={TYPES}
            value={type}
            onChange={setType}
          />
          <button type="submit" class="main" disabled={isBusy}>
            Guardar
          </button>
        </>
      )}
      {saved && (
        <p class="notice good" role="status">
          {saved}
        </p>
      )}
      <Failure problem={problem} />
    </form>
  );
};
