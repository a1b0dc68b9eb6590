import type { Document } from '../../../../kernel/document.ts';
import type { Exchange, Script, Step } from '../../../exchange.ts';
import { hasButton } from '../../../html/form.ts';
import { pdfDocument } from '../../../pdf.ts';
import { dateFields, splitFields } from '../../values.ts';
import { type Screen, stepFor } from '../dialog.ts';
import { reportOf, TooLong } from '../report.ts';

/** A contribution account. */
interface Account {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
}

/** A contribution account in a period, both days included, `YYYY-MM-DD`. */
interface AccountInPeriod extends Account {
  startDate: string;
  endDate: string;
}

/** The report of the workers who are registered in a contribution account today (ITA). */
export const workersReport: Exchange<'reading', Account, Document> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR64 report of workers',
  standing: {
    state: 'confirmed',
    note: 'Four public programs, such as aonsolutions/aon-application: form and report.',
    ifWrong: 'Nothing: it only makes reports.',
  },
  script: function* ({ regimen, ccc }) {
    const report = yield* reportOf('ATR64', {
      button: { name: 'btn_Sub2207601004' },
      changes: {
        txt_SDFREG62_ayuda: regimen,
        ...splitFields('txt_SDFTESO62', 'txt_SDFNUM62', ccc),
        cbo_ListaTipoImpresion: 'OnLine',
      },
    });
    return pdfDocument('ITA', report);
  },
};

/**
 * The report of the registrations of a contribution account in a period (vida laboral); `undefined` where the portal says
 * that it is too long to be sent.
 */
export const accountLife: Exchange<'reading', AccountInPeriod, Document | undefined> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ACR71 life work report of account',
  standing: {
    state: 'confirmed',
    note:
      'aonsolutions/aon-application: form, dates, the report at once. Assumed: the text of a report that is too long ' +
      'is that of ATR63.',
    ifWrong: 'Nothing: it only makes reports.',
  },
  script: function* ({ regimen, ccc, startDate, endDate }) {
    try {
      const report = yield* reportOf('ACR71', {
        button: { name: 'btn_Sub2207001009' },
        changes: {
          txt_SDFREGCCO: regimen,
          ...splitFields('txt_SDFTESCCO', 'txt_SDFNYCCCO', ccc),
          ...dateFields('txt_SDF', startDate, ['DIADESDEM', 'MESDESDEM', 'AODESDEM']),
          ...dateFields('txt_SDF', endDate, ['DIAHASTAM', 'MESHASTAM', 'AOHASTAM']),
          cbo_ListaTipoImpresion: 'OnLine',
        },
      });
      return pdfDocument('vida-laboral-cuenta', report);
    } catch (error) {
      if (error instanceof TooLong) return undefined;
      throw error;
    }
  },
};

/** The certificate of being up to date with the contributions of an account. */
export const accountUpToDate: Exchange<'reading', Account, Document> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'RCR92 situation of account',
  standing: {
    state: 'confirmed',
    note:
      'aonsolutions/aon-application, and another program: with AP=DEUR, the form RCCM5201 twice, all its boxes, buttons ' +
      'by their labels. Assumed: the sentence of a negative one. XV21F001 is newer.',
    ifWrong: 'Nothing: it only makes certificates.',
  },
  script: function* ({ regimen, ccc }) {
    const report = yield* reportOf(
      'RCR92',
      {
        button: { label: 'Continuar' },
        changes: { txt_SDFWMIDENT: ccc, txt_SDFWMRESU: regimen, cbo_ListaTipoImpresion: 'OnLine' },
      },
      confirm,
    );
    return pdfDocument('situacion-cotizacion', report);
  },
};

/** The second screen chooses among the certificate's authorisations: all of them. */
// biome-ignore lint/correctness/useYield: it needs no other answer
function* confirm(screen: Screen): Script<Step | undefined> {
  const button = { label: 'Confirmar' };
  if (!hasButton(screen.form, button)) return undefined;
  return stepFor(screen, {
    button,
    changes: {
      chk_chkgrupo1_1: true,
      chk_chkgrupo1_2: true,
      chk_chkgrupo1_3: true,
      chk_detalle_deuda: true,
      cbo_ListaTipoImpresion: 'OnLine',
    },
  });
}
