/** Why a goal is missed, in one sentence or two, by the name of what is measured. The page tells those that are. */
export const REASONS: Record<string, string> = {
  'authority requests, POST /seg-social/baja, log-in kept':
    'Termination (ATR01) and report (ATR37) are two dialogs of the portal, with four requests each in all public ' +
    'programs: entry, worker, movement or row, document. The fields of a request are those of the page before it, so none ' +
    'can be left out; and the document of the termination is the only proof that it took effect.',
  'rounds of a sign-in':
    'The e-mail says which user it is, and hash, account and counts of tries have the keys of that user. To read them ' +
    'beside the e-mail, hashes would have the e-mail as key, and whoever changes an e-mail would need to read hashes, ' +
    'which only signing in may. The derivation of the password takes many times as long as the round.',
  'init and first answer, refused, over (b)':
    'Nearly a tenth of it is what talks with authorities: the first request loads it while it waits for DynamoDB, so that ' +
    'one which is let in need not wait for it; one that is refused has loaded it in vain.',
  'gateway over the bare dialog, wall':
    'Most of it is the round of DynamoDB before the dialog, which the bare handler waits for as well (its ratio is below): ' +
    'on the emulator a round takes a good part of the time of a whole dialog with the stand-in. With the 5 ms of ' +
    'DynamoDB and the 1.5 s of an authority by which costs are told, the round is less than a hundredth.',
  'RCU of admission, a certificate of a client of 500 accounts':
    'Session, account, user, client company and certificate are read consistently, at one unit for each row. At half ' +
    'the price a session that was ended, or a certificate that was deleted, might work on for a moment. How many ' +
    'accounts the client has makes no difference.',
};
