import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { textsFor } from '../../shared/code-lists.ts';
import { useLoaded } from '../../shared/context.ts';
import { type Form, inLabels } from '../../shared/fields.ts';
import type { Filled } from '../../shared/filled.ts';
import { addressOf } from '../../shared/route.ts';
import { Facts, Section, Show, Warnings } from '../../shared/shown.tsx';
import { summaryOf } from '../../shared/summary.ts';
import type { Subject } from '../../shared/who.ts';
import { Sentence, usePlace } from '../../shared/who-line.tsx';
import { actOf } from '../../shared/words.ts';
import { AlreadyFiled } from './already-filed.tsx';
import { OpenedNotification } from './opened-notification.tsx';
import { isOpening } from './openings.ts';

/** The last look before something is filed: exactly what would be filed, and with which certificate. */
export const Confirm = ({
  form,
  filled,
  message,
  warnings,
  subject,
  certificate,
  waitsForAnother,
  repeated,
  isBusy,
  onFile,
  onChange,
  children,
}: {
  form: Form;
  filled: Filled;
  /** The message of the dry run. */
  message: string;
  /** Warnings of the dry run: something is late or unusual. */
  warnings: readonly string[];
  /** The worker and company that the filing is about. */
  subject: Subject;
  /** The certificate's holder and use, as text; without a certificate nothing can be filed. */
  certificate: string | undefined;
  /** The trámite of the dry run, if another person must file it. */
  waitsForAnother: string | undefined;
  /** The trámite with which the same was accepted before. It is filed again only if the person says so. */
  repeated: string | undefined;
  isBusy: boolean;
  onFile(): void;
  /** Goes back to the form. */
  onChange(): void;
  /** Further information and choices, shown before the button. */
  children: ComponentChildren;
}) => {
  // With the texts of the codes, so that a person notices a wrong code.
  const texts = useLoaded(() => textsFor(form.fields, filled), [form, filled]);
  const place = usePlace(subject);
  const odd = place.data?.odd;
  // The sentence that the person ticked. If the sentence changes, the tick no longer counts.
  const [ticked, setTicked] = useState<string>();
  /** The accepted trámite that the person wants to repeat. */
  const [repeats, setRepeats] = useState<string>();
  const isClear = place.data !== undefined && (odd === undefined || ticked === odd) && repeats === repeated;
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
      {repeated && (
        <div class="notice bad" role="alert">
          <AlreadyFiled id={repeated}>
            {!story && (
              <label class="check">
                <input
                  type="checkbox"
                  checked={repeats === repeated}
                  onChange={({ currentTarget }) => setRepeats(currentTarget.checked ? repeated : undefined)}
                />{' '}
                Hay que presentarlo otra vez.
              </label>
            )}
          </AlreadyFiled>
        </div>
      )}
      <p class="notice" role="status">
        {inLabels(form.fields, message)}
      </p>
      {story && (
        <p>
          Su cuenta exige que presente una persona distinta de la que hizo el simulacro. Dígale que lo abra en
          Trámites y pulse «Presentar», en las dos próximas horas. No se ha presentado nada.
        </p>
      )}
      <OpenedNotification form={form} id={filled.id ?? ''} />
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
                  {isBusy
                    ? 'Presentando…'
                    : repeated
                      ? 'Presentar otra vez'
                      : isOpening(form.operation)
                        ? 'Abrirla y darse por notificado'
                        : actOf(warnings)}
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
