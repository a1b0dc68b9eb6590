/**
 * October 2026 in an office that works for three companies, written by hand from the law before there was any code: what was
 * done, and the obligations on each morning that followed from it.
 *
 * The days: 1 October is a Thursday; Saturdays are 3, 10, 17, 24 and 31; Monday 12 is a national holiday; the clock goes back
 * on Sunday 25. Monday 2 November is a holiday in some regions only, which extends no term.
 */

/** The steps, in order. `dry`: only tried. `seen`: not filed here, but found in a later reading. */
export interface Step {
  /** Local time in Madrid: month, day and hour in 2026, or in the year before if it is given. */
  at: `${'' | '2025-'}${'09' | '10'}-${string} ${string}`;
  company: 'bakery' | 'garage' | 'agency';
  worker?: string;
  did:
    | 'alta'
    | 'alta removed'
    | 'baja'
    | 'contract'
    | 'basic copy'
    | 'transformation'
    | 'change'
    | 'cesion'
    | 'sick leave'
    | 'company certificate'
    | 'settlement'
    | 'digital certificate'
    | 'digital certificate deleted'
    | 'contractor certificate'
    | 'closed by hand';
  /** The day from which it counts, and the end: `MM-DD` in 2026, or with its year. */
  date?: string;
  end?: string;
  /** For a contract: it was sent with its basic copy. */
  withCopy?: true;
  /** For a termination: its cause. */
  cause?: 'voluntary' | 'end of contract';
  /** For a certificate: which one, or for which payer. */
  reference?: string;
  /** For something closed by hand: the rule. */
  rule?: string;
  how?: 'dry' | 'seen';
}

export const STEPS: Step[] = [
  {
    at: '2025-10-20 12:00',
    company: 'garage',
    did: 'contractor certificate',
    how: 'seen',
    date: '2025-10-20',
    reference: 'town hall',
  },
  {
    at: '2025-10-31 12:00',
    company: 'garage',
    did: 'contractor certificate',
    how: 'seen',
    date: '2025-10-31',
    reference: 'school',
  },
  {
    at: '2025-10-31 09:00',
    company: 'bakery',
    did: 'digital certificate',
    date: '11-10',
    reference: 'old',
  },
  {
    at: '2025-10-31 10:00',
    company: 'agency',
    did: 'digital certificate',
    date: '12-05',
    reference: 'unused',
  },
  { at: '09-01 09:00', company: 'bakery', worker: 'bruno', did: 'alta', date: '09-01' },
  { at: '09-01 10:00', company: 'bakery', worker: 'bruno', did: 'contract', date: '09-01', withCopy: true },
  { at: '09-01 11:00', company: 'garage', worker: 'elena', did: 'alta', date: '09-01' },
  {
    at: '09-01 12:00',
    company: 'garage',
    worker: 'elena',
    did: 'contract',
    date: '09-01',
    end: '10-31',
    withCopy: true,
  },
  { at: '10-01 10:00', company: 'bakery', worker: 'ana', did: 'alta', date: '10-05' },
  { at: '10-05 09:00', company: 'agency', worker: 'hugo', did: 'alta', date: '10-06' },
  { at: '10-05 10:00', company: 'agency', worker: 'hugo', did: 'cesion', date: '10-06', end: '10-16' },
  { at: '10-05 11:00', company: 'agency', worker: 'hugo', did: 'contract', date: '10-06', withCopy: true },
  { at: '10-05 12:00', company: 'garage', worker: 'juan', did: 'alta', date: '10-26', how: 'seen' },
  { at: '10-06 10:00', company: 'garage', worker: 'carla', did: 'contract', date: '10-15', withCopy: true },
  { at: '10-06 11:00', company: 'garage', worker: 'diego', did: 'contract', date: '10-19' },
  { at: '10-08 18:00', company: 'bakery', worker: 'bruno', did: 'baja', date: '10-08', cause: 'voluntary' },
  { at: '10-09 12:00', company: 'garage', worker: 'diego', did: 'closed by hand', rule: 'copia-basica' },
  { at: '10-13 09:00', company: 'garage', worker: 'elena', did: 'transformation', date: '10-13' },
  { at: '10-13 10:00', company: 'agency', worker: 'hugo', did: 'sick leave', date: '10-09', how: 'seen' },
  { at: '10-14 12:00', company: 'bakery', worker: 'ana', did: 'contract', date: '10-05', end: '10-23' },
  { at: '10-14 23:30', company: 'garage', worker: 'carla', did: 'alta', date: '10-15' },
  { at: '10-15 12:00', company: 'garage', worker: 'elena', did: 'change', date: '10-13' },
  { at: '10-15 13:00', company: 'agency', worker: 'hugo', did: 'closed by hand', rule: 'it' },
  { at: '10-17 12:00', company: 'garage', worker: 'diego', did: 'alta', date: '10-19', how: 'dry' },
  { at: '10-19 09:00', company: 'agency', worker: 'irene', did: 'alta', date: '10-20' },
  { at: '10-19 09:30', company: 'agency', worker: 'luis', did: 'alta', date: '10-20' },
  { at: '10-19 10:00', company: 'agency', worker: 'hugo', did: 'cesion', date: '10-06', end: '10-30' },
  { at: '10-20 12:00', company: 'bakery', worker: 'ana', did: 'basic copy', date: '10-05' },
  {
    at: '10-20 13:00',
    company: 'garage',
    did: 'contractor certificate',
    how: 'seen',
    date: '10-13',
    reference: 'town hall',
  },
  { at: '10-21 09:00', company: 'agency', did: 'digital certificate deleted', reference: 'unused' },
  { at: '10-21 12:00', company: 'garage', worker: 'diego', did: 'alta', date: '10-19' },
  { at: '10-22 12:00', company: 'agency', worker: 'irene', did: 'alta removed', date: '10-20' },
  {
    at: '10-22 13:00',
    company: 'garage',
    worker: 'juan',
    did: 'contract',
    date: '10-26',
    how: 'seen',
    withCopy: true,
  },
  {
    at: '10-23 10:00',
    company: 'bakery',
    did: 'digital certificate',
    date: '2028-10-23',
    reference: 'new',
  },
  { at: '10-23 12:00', company: 'garage', did: 'settlement', date: '09-01', how: 'seen' },
  { at: '10-26 12:00', company: 'agency', worker: 'luis', did: 'cesion', date: '10-20', how: 'seen' },
  {
    at: '10-27 12:00',
    company: 'bakery',
    worker: 'ana',
    did: 'baja',
    date: '10-23',
    cause: 'end of contract',
  },
  {
    at: '10-28 12:00',
    company: 'bakery',
    worker: 'ana',
    did: 'company certificate',
    date: '10-23',
    how: 'seen',
  },
];

/**
 * Each morning at eight, one letter a day: `.` there is no obligation, `p` planned (its cause has not happened yet), `o` open,
 * `n` near (three days or fewer are left), `L` late, `c` closed, `w` withdrawn because its cause was removed.
 */
export const MORNINGS = `
company worker rule                due        1234567890123456789012345678901
bakery  bruno  contrato            2026-09-15 ccccccccccccccccccccccccccccccc
bakery  ana    contrato            2026-10-16 .ooooooooooonnccccccccccccccccc
bakery  ana    copia-basica        2026-10-15 ..............nLLLLLccccccccccc
bakery  ana    baja                2026-10-29 ..............ppppppppooonncccc
bakery  ana    prorroga            2026-11-06 ..............pppppppppoooocccc
bakery  ana    certificado-empresa 2026-10-23 ...........................Lccc
bakery  -      liquidacion         2026-10-30 oooooooooooooooooooooooooonnnnL
bakery  -      liquidacion         2026-11-29 ppppppppppppppppppppppppppppppp
bakery  -      certificado-digital 2026-11-09 ooooooooonnnnnnnnnnnnnncccccccc
bakery  -      certificado-digital 2028-10-22 .......................pppppppp
garage  elena  contrato            2026-09-15 ccccccccccccccccccccccccccccccc
garage  elena  baja                2026-11-06 pppppppppppppcccccccccccccccccc
garage  elena  prorroga            2026-11-13 pppppppppppppcccccccccccccccccc
garage  elena  variacion           2026-10-19 .............oocccccccccccccccc
garage  carla  alta                2026-10-14 ......oooonnnnccccccccccccccccc
garage  diego  alta                2026-10-18 ......oooooooonnnnLLLcccccccccc
garage  diego  copia-basica        2026-10-16 ......ooocccccccccccccccccccccc
garage  juan   inicio-previsto     2026-10-20 .....ooooooooooonnnnLLccccccccc
garage  -      certificado-contratistas 2026-10-19 oooooooonnnnnnnnnnnLccccccccccc
garage  -      certificado-contratistas 2027-10-12 ....................ppppppppppp
garage  -      certificado-contratistas 2026-10-30 ooooooooooooooooooonnnnnnnnnnnL
garage  -      liquidacion         2026-10-30 ooooooooooooooooooooooocccccccc
garage  -      liquidacion         2026-11-29 ppppppppppppppppppppppppppppppp
agency  hugo   contrato            2026-10-20 .....cccccccccccccccccccccccccc
agency  hugo   fin-cesion          2026-10-22 .....ppppppppppoooncccccccccccc
agency  hugo   fin-cesion          2026-11-05 ...................ppppppppppoo
agency  hugo   it                  2026-10-15 .............nncccccccccccccccc
agency  hugo   cesion              2026-10-12 .....cccccccccccccccccccccccccc
agency  irene  contrato            2026-11-02 ...................ooowwwwwwwww
agency  irene  cesion              2026-10-26 ...................ooowwwwwwwww
agency  luis   contrato            2026-11-02 ...................oooooooooonn
agency  luis   cesion              2026-10-26 ...................ooonnnnccccc
agency  -      certificado-digital 2026-12-04 pppppoooooooooooooooowwwwwwwwww
agency  -      liquidacion         2026-11-29 .....pppppppppppppppppppppppppp
`;

/*
 * How the dates were counted.
 *
 * - contrato: ten working days from the day after the earlier of what made it known and the start (Estatuto de los
 *   Trabajadores 8.3; Ley 39/2015, 30.2 and 30.3). Ana, known on 1 October: 2, 5, 6, 7, 8, 9, 13, 14, 15, 16. Hugo, on 5:
 *   6, 7, 8, 9, 13, 14, 15, 16, 19, 20. Irene, on 19: 20 to 23, 26 to 30, 2 November. Bruno and Elena, on 1 September: 2,
 *   3, 4, 7 to 11, 14, 15.
 * - copia-basica: ten natural days from the earlier of the contract's communication and its start (8.4). Ana, start on 5
 *   October. Diego, communicated on 6 October.
 * - alta: before work begins, so by the end of the day before (Real Decreto 84/1996, 32.3.1).
 * - baja, variacion, fin-cesion: six natural days for events since 1 August 2026 (32.3.2, as Real Decreto 643/2026 changed it).
 * - prorroga: ten working days from the end that the contract has (8.3). Ana, 23 October: 26 to 30, 2 to 6 November.
 *   Elena, Saturday 31 October: 2 to 6 and 9 to 13 November.
 * - certificado-empresa: the day of the end (Orden TIN/790/2010): what was communicated late is late at once. A worker who
 *   leaves on his own account needs none: Bruno.
 * - liquidacion: the last day but one of the month after. Bruno and Elena had worked in September.
 * - inicio-previsto: ten working days from the day on which a list of workers showed the start that is to come (8.3). Juan,
 *   on 5 October: as Hugo's contract.
 * - cesion: six natural days from the start, as a change (32.3.2). Before Hugo's no assignment of the agency is known.
 * - certificado-digital: until the day before it expires; it can be renewed sixty days before, and is near for the last
 *   thirty. The bakery's expires on 10 November, and the agency's, which is deleted, on 5 December.
 * - certificado-contratistas: good for payments of twelve months (Ley General Tributaria, 43.1.f); for the last eleven days
 *   it is near, since the tax agency may take as long. It was seen on 20 October, and may be of seven days before.
 * - it: three working days from the day on which the notice was put at the firm's disposal (Real Decreto 625/2014, 7.2).
 *   Hugo, Friday 9 October: 13, 14, 15.
 */
