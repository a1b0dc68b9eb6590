/** The reasons why goals are missed, in one or two sentences, by the beginning of the measurement's name. */
export const REASONS: Record<string, string> = {
  'init of':
    'Two thirds are AWS’s clients, zod and Powertools, which take as long in any bundle. 0.74 to 0.89 from run to run.',
  'authority requests, POST /seg-social/baja, log-in kept':
    'Termination (ATR01) and report (ATR37) have four requests each, with the fields of the page before; the document is ' +
    'the only proof.',
  'authority requests, POST /sepe/copy-basic, log-in kept':
    'The form shows neither company nor start; the contract’s own page does.',
  'new client with a password':
    'A row for each contribution account finds its company, so that a filing waits for no list of companies.',
  'round trips of a sign-in':
    'The e-mail says which user it is; hash, account and counts of tries have the keys of that user.',
  'init and first answer':
    'The first request loads what talks with authorities while it waits for DynamoDB, also if it is then refused.',
  'warm CPU, refused': '1.45 to 1.55 from run to run.',
  'gateway over the bare dialog, wall':
    'Most of it is the round trip to DynamoDB, which takes long on the emulator. With DynamoDB’s 5 ms and an authority’s ' +
    '1.5 s it is less than a hundredth.',
  'RCU of admission, a certificate of a client of 500 accounts':
    'Session, account, user, client company and certificate are read consistently. At half the price a session that ' +
    'was ended might work on for a moment.',
  'files of a warm registration':
    'Files of 300 lines at most, each of one idea. Of their 13,600 lines 3,800 run, five sixths of these in 50 files.',
};
