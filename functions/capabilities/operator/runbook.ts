/** The meaning of each alarm and the first thing to do, in a line; `docs/operations.md` has the whole under its name. */
export const RUNBOOK: Record<string, string> = {
  Defects:
    'Algo nuestro ha fallado. Busque en el log unexpected error; si empezó con un despliegue, vuelva al anterior.',
  UnreadableAnswers:
    'Un organismo habrá cambiado sus páginas. Vea qué trámite falla; si acaban sin desenlace, ponga en pausa.',
  UnknownGivenUp:
    'Ya no se consulta un trámite sin desenlace. Pida a su cuenta que mire en el organismo y lo declare.',
  UnknownGrowing:
    'Varios trámites de un organismo han quedado sin desenlace. Póngalo en pausa si sigue; se consultan solos y nada se repite.',
  AuthorityUnreachable:
    'Un organismo no responde a nadie. Nada se presenta dos veces; avise a los despachos y siga «Un organismo no responde».',
  OldestUnknown:
    'Un trámite lleva un día sin desenlace. El log dice por qué no se encuentra; pida a su cuenta que mire.',
  ScheduleStopped: 'Nada se consulta ni se reanuda. Mire los errores de due-filings y la regla EachMinute.',
  CanaryFailed:
    'El canario no recibe lo que espera. El log de canary nombra la llamada; renueve con npm run accounts -- canary.',
  ChangesBehind: 'Los avisos llegan tarde. Mire los errores de la función changes; seguirá donde estaba.',
  ChangesUnread:
    'Una tabla recibe cambios que nadie lee, por ejemplo después de restaurarla. Ejecute npm run ' +
    'doctor: da la línea que falta.',
  LostChanges:
    'Se han perdido avisos de hace un día. La cola lost-changes dice cuáles; informe a las cuentas.',
  FailedWork: 'Un mensaje falló tres veces. Corrija la causa y bórrelo; no lo envíe otra vez.',
  QueueAge: 'Lo encolado espera demasiado. Mire si la función no puede arrancar o si el organismo va lento.',
  SignInsBlocked: 'Alguien prueba contraseñas. Si viene de una dirección, baje addressRequestsPerMinute.',
  FunctionErrors:
    'Una función se quedó sin tiempo o memoria. Mire su log; tras un despliegue, vuelva al anterior.',
  FunctionThrottles: 'AWS no arrancó una función. Pida más cuota; si lo causa una cuenta, desactívela.',
};
