import { useState } from 'preact/hooks';
import { encode } from 'uqr';
import { useAction, useShared } from '../../shared/context.ts';
import { TextField } from '../../shared/field.tsx';
import { Failure, Form } from '../../shared/shown.tsx';

/** Switches the person's own second factor on or off. @param isOnNow whether it is on */
export const SecondFactor = ({ isOnNow }: { isOnNow: boolean }) => {
  const { session } = useShared();
  const { gateway } = session;
  const { run, isBusy, problem } = useAction();
  const [isOn, setOn] = useState(isOnNow);
  const [secret, setSecret] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const withCode = (work: () => Promise<void>) => () =>
    run(async () => {
      await work();
      setCode('');
      setPassword('');
    });
  const field = (
    <TextField
      label={'Código de su aplicación'}
      autoComplete={'one-time-code'}
      required={true}
      value={code}
      onChange={setCode}
    />
  );
  return (
    <details class="box">
      <summary>Mi segundo factor: {isOn ? 'activado' : 'desactivado'}</summary>
      {codes ? (
        <div role="status">
          <p>Activado. Guarde estos códigos de recuperación en un lugar seguro: no se vuelven a mostrar.</p>
          {session.operator && <p>Para las páginas de operador, salga y entre otra vez, con un código.</p>}
          <pre>{codes.join('\n')}</pre>
        </div>
      ) : isOn ? (
        <Form
          onSubmit={withCode(async () => {
            await gateway.disableSecondFactor({ code: code.trim() });
            setOn(false);
          })}
        >
          {field}
          <button type="submit" disabled={isBusy}>
            Desactivarlo
          </button>
        </Form>
      ) : secret ? (
        <Form
          onSubmit={withCode(async () => {
            const wanted = { code: code.trim(), password };
            setCodes((await gateway.confirmSecondFactor(wanted)).data.recovery_codes);
            setOn(true);
          })}
        >
          <p>
            Escanee esta imagen con su aplicación de códigos,{' '}
            <a href={secret.uri}>ábrala en este dispositivo</a>, o escriba allí este secreto:
          </p>
          <QrCode text={secret.uri} label="Código QR con el secreto" />
          <pre>{secret.secret}</pre>
          {field}
          <TextField
            label={'Su contraseña'}
            type={'password'}
            autoComplete={'current-password'}
            required={true}
            value={password}
            onChange={setPassword}
          />
          <button type="submit" class="main" disabled={isBusy}>
            Activar
          </button>
        </Form>
      ) : (
        <>
          <p>Con él, además de la contraseña se pide un código que muestra su teléfono.</p>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => run(async () => setSecret((await gateway.beginSecondFactor({})).data))}
          >
            Activarlo
          </button>
        </>
      )}
      <Failure problem={problem} />
    </details>
  );
};

/** A text as a QR code, dark on white even in dark mode, because few programs can read the inverse. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} />
    </svg>
  );
};
