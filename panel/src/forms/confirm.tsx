import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Form, inLabels } from '../logic/fields.ts';
import type { Filled } from '../logic/filled.ts';
import { addressOf } from '../logic/route.ts';
import { summaryOf } from '../logic/summary.ts';
import type { Subject } from '../logic/who.ts';
import { actOf } from '../logic/words.ts';
import { useLoaded } from '../parts/context.ts';
import { Facts, Section, Show, Warnings } from '../parts/shown.tsx';
import { Sentence, usePlace } from '../parts/who.tsx';
import { textsFor } from './code-lists.ts';

/** What exactly would be filed, and with which certificate, before it is. */
export const Confirm = ({
  form,
  filled,
  message,
  warnings,
  subject,
  certificate,
  waitsForAnother,
  isBusy,
  onFile,
  onChange,
  children,
}: {
  form: Form;
  filled: Filled;
  /** What the dry run said. */
  message: string;
  /** What it found late or odd. */
  warnings: readonly string[];
  /** Whom it is about. */
  subject: Subject;
  /** Whose it is; without one nothing can be filed. */
  certificate: string | undefined;
  /** The trámite of the dry run, where another person must file it. */
  waitsForAnother: string | undefined;
  isBusy: boolean;
  onFile(): void;
  /** Goes back to the form. */
  onChange(): void;
  /** What is to be known or chosen before. */
  children: ComponentChildren;
}) => {
  // With the words of codes, so that a wrong one is seen.
  const texts = useLoaded(() => textsFor(form.fields, filled), [form, filled]);
  const place = usePlace(subject);
  const odd = place.data?.odd;
  // What was ticked is this very sentence, and not another one.
  const [ticked, setTicked] = useState<string>();
  const isClear = place.data !== undefined && (odd === undefined || ticked === odd);
  const story = waitsForAnother && addressOf('tramites', waitsForAnother);
  return (
    <Section
      id="confirm"
      title={story ? 'Otra persona debe presentarlo' : 'Esto es lo que se presentará'}
      isBox
    >
      <Show of={place}>
        {({ subject: found }) => (
          <>
            <Sentence form={form} of={found} />
            <Warnings of={odd ? [odd] : []}>
              {odd && (
                <label class="check">
                  <input
                    type="checkbox"
                    checked={ticked === odd}
                    onChange={({ currentTarget }) => setTicked(currentTarget.checked ? odd : undefined)}
                  />{' '}
                  Lo he comprobado: se presenta ahí.
                </label>
              )}
            </Warnings>
          </>
        )}
      </Show>
      <p class="notice" role="status">
        {inLabels(form.fields, message)}
      </p>
      {story && (
        <p>
          Su cuenta exige que presente una persona distinta de la que hizo el simulacro. Dígale que lo abra en
          Trámites y pulse «Presentar», en las dos próximas horas. No se ha presentado nada.
        </p>
      )}
      {children}
      <Show of={texts}>
        {(found) => (
          <>
            <Facts of={[['Certificado', certificate], ...summaryOf(form.fields, filled, found)]} />
            <Warnings of={warnings.map((text) => inLabels(form.fields, text))} />
            <div class="actions">
              {story ? (
                <a class="button main" href={story}>
                  Ver el simulacro
                </a>
              ) : (
                <button
                  type="button"
                  class="main"
                  disabled={isBusy || !certificate || !isClear}
                  onClick={onFile}
                >
                  {isBusy ? 'Presentando…' : actOf(warnings)}
                </button>
              )}
              <button type="button" disabled={isBusy} onClick={onChange}>
                Cambiar algo
              </button>
            </div>
          </>
        )}
      </Show>
    </Section>
  );
};
