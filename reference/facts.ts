import cdk from '../cdk.json' with { type: 'json' };
import { saveCertificate } from '../functions/gateway/certificate/operations.ts';
import { type Limits, SCENARIOS } from '../shared/kernel/config.ts';
import { AUTHORITIES } from '../shared/kernel/errors.ts';
import { API_TOKEN_DAYS } from '../shared/kernel/roles.ts';
import { CERTIFICATE_TYPES } from '../shared/operation/operation.ts';
import { LIMITS } from '../shared/operation/rates.ts';
import { MAX_ANSWER } from '../shared/serving/documents.ts';
import { AFTER_AUTHORITY_MS, authorityMs, KEPT_DAYS, QUEUED_MS } from '../shared/serving/filing/times.ts';
import { MAX_JSON } from '../shared/serving/input.ts';
import { CONTINUATION_SECONDS } from '../shared/serving/run.ts';
import { LINK_SECONDS } from '../shared/stores/documents.ts';
import { DRY_SECONDS } from '../shared/stores/filings/claim.ts';
import { KEY_SECONDS } from '../shared/stores/filings/locks.ts';
import { SESSION_SECONDS } from '../shared/stores/identity/sessions.ts';

/** Settings of a stage that the guide shows. */
export interface GuideStage {
  name: string;
  /** Whether the authorities are stand-ins. */
  standIns: boolean;
  giveUpDays: number;
  /** Seconds that API Gateway waits for a function. */
  apiSeconds: number;
  limits: Limits;
}

/** The stage whose facts are in `docs/guia.md`. */
export const WRITTEN_STAGE: GuideStage = {
  name: 'sandbox',
  standIns: true,
  apiSeconds: 29,
  giveUpDays: cdk.context.stages.sandbox.giveUpDays,
  limits: cdk.context.stages.sandbox.limits,
};

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Numbers from the code that the guide shows, by their placeholder. */
export const factsOf = ({ giveUpDays, limits, apiSeconds }: GuideStage): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      'token.hours': SESSION_SECONDS / HOUR,
      'apiToken.days': API_TOKEN_DAYS,
      ...Object.fromEntries(
        AUTHORITIES.map((authority) => [`type.${authority}`, CERTIFICATE_TYPES[authority]]),
      ),
      'maxJson.kib': MAX_JSON / 1024,
      'maxP12.kib': saveCertificate.maxBody! / 1024,
      'limit.read': LIMITS.read,
      'limit.write': LIMITS.write,
      'limit.heavy': LIMITS.heavy,
      'limit.anonymous': LIMITS.anonymous,
      'authority.seconds': apiSeconds - AFTER_AUTHORITY_MS / 1000,
      'api.seconds': apiSeconds,
      'giveUp.days': giveUpDays,
      'dryKept.days': DRY_SECONDS / DAY,
      'key.days': KEY_SECONDS / DAY,
      // Base64 needs four bytes for three.
      'answer.mb': ((MAX_ANSWER * 3) / 4 / 1_000_000).toLocaleString('es-ES', { maximumFractionDigits: 1 }),
      'link.minutes': LINK_SECONDS / 60,
      'queued.minutes': (authorityMs.queued() / 60_000).toLocaleString('es-ES'),
      'queued.most': limits.queued.toLocaleString('es-ES'),
      'queuedFiling.minutes': QUEUED_MS.filing / 60_000,
      'answerKept.days': KEPT_DAYS.answer,
      'continuation.hours': CONTINUATION_SECONDS / HOUR,
      scenarios: scenarioTable(),
    }).map(([name, value]) => [name, String(value)]),
  );

/** Descriptions of the sandbox's scenarios. */
const SCENARIO_TEXTS: Record<(typeof SCENARIOS)[number], string> = {
  'error-page': 'El organismo responde con una página de error: 500',
  maintenance: 'El organismo anuncia mantenimiento: 503',
  slow: 'El organismo tarda unos segundos más en cada página',
  'lost-answer': 'Lo que se presenta surte efecto y la conexión se corta: 502, o 200 si se puede comprobar',
  'no-duplicate': 'Se presenta y se acepta, pero el documento no llega con la respuesta',
  'no-duplicate-no-ta': 'Lo mismo, y el documento tampoco se encuentra después',
  refused: 'El organismo rechaza la petición: 422',
  'large-document': 'Los documentos son más grandes de lo que cabe en una respuesta',
  'long-report': 'La vida laboral de una cuenta de más de 31 días excede el límite de transmisión: 500',
  'choose-user': 'La Seguridad Social pide elegir autorizado en cada trámite, si el certificado tiene varios',
  'newest-pages':
    'La Seguridad Social muestra los datos de un trabajador (ATR61) en su forma más nueva, como texto',
  'in-debt': 'El certificado de estar al corriente con la Seguridad Social es negativo',
  'never-ready': 'Un certificado que la Agencia Tributaria prepara no llega nunca a estar',
};

/** A Markdown table with padded columns, as the formatter writes it. */
const scenarioTable = () => {
  const rows = [
    ['`X-Sandbox-Scenario`', 'Qué pasa'],
    ...SCENARIOS.map((scenario) => [`\`${scenario}\``, SCENARIO_TEXTS[scenario]]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...others] = rows.map(line);
  return [head, line(widths.map((width) => '-'.repeat(width))), ...others].join('\n');
};
