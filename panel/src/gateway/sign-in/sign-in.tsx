import { useEffect, useState } from 'preact/hooks';
import { CodeNeeded, forgottenUrl, type Session, signIn } from '../../session.ts';
import { TextField } from '../../shared/field.tsx';
import { Brand } from '../../shared/frame.tsx';
import { type Problem, problemOf } from '../../shared/problems.ts';
import { Failure, Form } from '../../shared/shown.tsx';
import type { Ask } from '../../shared/today.ts';

/** How the last sign-out goes on, if it failed at first: it is tried again, or is done now. */
export type SignOut = 'failing' | 'done';

/** The sign-in page: e-mail and password, and the code of the second factor if the gateway asks for it. */
export const SignIn = ({
  asks,
  onSession,
  hasEnded,
  signOut,
}: {
  /** What Hoy asks for, if it is the first page. */
  asks: Ask<unknown>[];
  onSession(session: Session): void;
  hasEnded: boolean;
  signOut: SignOut | undefined;
}) => {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const [wrongCode, setWrongCode] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const [forgotten, setForgotten] = useState<string>();
  useEffect(() => {
    document.title = 'Iniciar sesión · Pasarela';
    forgottenUrl().then(setForgotten, () => {});
  }, []);

  const submit = async () => {
    setBusy(true);
    setProblem(undefined);
    setWrongCode(undefined);
    try {
      onSession(await signIn({ email, password, ...(code && { code: code.trim() }) }, asks));
    } catch (error) {
      setBusy(false);
      if (!(error instanceof CodeNeeded)) return setProblem(refused(problemOf(error, false)));
      if (code) setWrongCode(error.message);
      setCode('');
    }
  };
  return (
    <main class="narrow">
      <Brand />
      <h1>Iniciar sesión</h1>
      {signOut === 'failing' && (
        <p class="notice bad" role="alert">
          Aún no se ha podido cerrar la sesión: no hay conexión con el servicio. Se vuelve a intentar cada
          pocos segundos. No cierre ni recargue esta página hasta que diga que se ha cerrado.
        </p>
      )}
      {signOut === 'done' && (
        <p class="notice" role="status">
          La sesión se ha cerrado.
        </p>
      )}
      {hasEnded && <p class="notice">La sesión ha terminado. Inicie sesión para seguir donde estaba.</p>}
      <Form
        onSubmit={() => {
          if (!isBusy) void submit();
        }}
      >
        <TextField
          label={'E-mail'}
          type={'email'}
          autoComplete={'username'}
          required={true}
          value={email}
          onChange={setEmail}
        />
        <TextField
          label={'Contraseña'}
          type={'password'}
          autoComplete={'current-password'}
          required={true}
          value={password}
          onChange={setPassword}
        />
        {code !== undefined && (
          <TextField
            label={'Código de su aplicación'}
            autoComplete={'one-time-code'}
            required={true}
            help="Las 6 cifras que muestra ahora, o un código de recuperación."
            errors={wrongCode ? [wrongCode] : undefined}
            value={code}
            onChange={setCode}
          />
        )}
        <button type="submit" class="main" disabled={isBusy}>
          {isBusy ? 'Un momento…' : 'Entrar'}
        </button>
        <Failure problem={problem} />
      </Form>
      {forgotten && (
        <p>
          <a href={forgotten}>He olvidado la contraseña</a>
        </p>
      )}
    </main>
  );
};

/** On this page a 401 means a wrong password, and not that the session has ended. */
const refused = (problem: Problem): Problem =>
  problem.title === 'La sesión ha terminado'
    ? { ...problem, title: 'No se ha podido entrar', text: problem.text.slice(0, 1) }
    : problem;
