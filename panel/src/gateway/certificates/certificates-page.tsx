import { useState } from 'preact/hooks';
import type { Session } from '../../session.ts';
import { Confirmed } from '../../shared/confirmed.tsx';
import { useAction, useChange, useLoaded, useShared } from '../../shared/context.ts';
import type { Certificate } from '../../shared/data.ts';
import { daysBetween, madridDay, showDay, showDaysLeft } from '../../shared/days.ts';
import { Drop } from '../../shared/drop.tsx';
import { ChoiceField, TextField } from '../../shared/field.tsx';
import { first } from '../../shared/first.ts';
import { Badge, Failure, Line, Listed, Success, Title } from '../../shared/shown.tsx';
import { validity } from './certificates.ts';

/** The authorities for which a certificate can be used, by the interface's type. */
const TYPES = {
  '1': 'Seguridad Social (autorizado RED)',
  '2': 'SEPE',
  '3': 'Agencia Tributaria',
  '5': 'DEHú y otros',
};

const MOST = 500;

/** Owners may change certificates, and client companies may change their own. */
const mayChange = ({ role }: Session): boolean => role === 'owner' || role === null;

/** The page of certificates of the account or of the chosen company, with their use and validity. */
export const Certificates = () => {
  const { session, company } = useShared();
  const loaded = useLoaded(
    () =>
      first(
        session.gateway.listCertificates.each(company ? { clientId: company.id } : { all: 1 as const }),
        MOST,
      ),
    [company?.id],
  );
  return (
    <>
      <Title>Certificados{company && `: ${company.name}`}</Title>
      {mayChange(session) && <Upload onSaved={loaded.reload} />}
      <Listed
        of={loaded}
        none="Todavía no hay ninguno. Empiece por el del autorizado RED o el de la empresa: con él se presenta."
        cut={{ at: MOST, says: `Hay más: aquí se ven ${MOST}. Elija una empresa.` }}
      >
        {(certificate) => (
          <One key={certificate.cert_secret} certificate={certificate} onChange={loaded.reload} />
        )}
      </Listed>
    </>
  );
};

const One = ({ certificate, onChange }: { certificate: Certificate; onChange(): void }) => {
  const { session, capabilities } = useShared();
  const { act, isBusy, problem } = useChange(onChange);
  const last = certificate.expired.slice(0, 10);
  const today = madridDay(new Date());
  return (
    <li>
      <Line name={certificate.fullName}>
        <Badge state={validity(certificate, today)} />
      </Line>
      <p class="small">
        {certificate.company && `De ${certificate.company} · `}
        {certificate.dni} · sirve para: {certificate.typeText || 'todos los organismos'} · {showDay(last)} (
        {showDaysLeft(daysBetween(today, last))})
        {certificate.issuer_cn && ` · emitido por ${certificate.issuer_cn}`}
      </p>
      {capabilities.map(
        ({ name, OfCertificate }) =>
          OfCertificate && (
            <OfCertificate
              key={name}
              certificate={certificate}
              mayChange={mayChange(session)}
              onChange={onChange}
            />
          ),
      )}
      {mayChange(session) && (
        <Confirmed
          name="Quitar este certificado"
          what="Lo que esté en cola con él no se enviará. No se puede deshacer, pero puede subirlo otra vez."
          isBusy={isBusy}
          onConfirm={act(() => session.gateway.deleteCertificate({ cert_secret: certificate.cert_secret }))}
        />
      )}
      <Failure problem={problem} />
    </li>
  );
};

const Upload = ({ onSaved }: { onSaved(): void }) => {
  const { session, company } = useShared();
  const { run, isBusy, problem } = useAction();
  const [file, setFile] = useState<File>();
  const [password, setPassword] = useState('');
  const [type, setType] = useState('');
  const [saved, setSaved] = useState<string>();

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
    <Drop label={'un fichero P12 o PFX'} accept={'.p12,.pfx'} onFile={setFile} onSubmit={() => void save()}>
      <p>Será de {company?.name ?? (session.role === null ? 'su empresa' : 'la asesoría')}.</p>
      {file && (
        <>
          <p class="strong">{file.name}</p>
          <TextField
            label={'Contraseña del fichero'}
            type={'password' as const}
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
      <Success text={saved} />
      <Failure problem={problem} />
    </Drop>
  );
};
