/** Prefixes of the partition keys of webhooks in the table of accounts, and of their deliveries in the table of events. */
export const WEBHOOKS = 'webhooks#';
export const DELIVERIES = 'deliveries#';

/** Key of a webhook, in the table of accounts. */
export const webhookKey = (accountId: string, webhookId: string) => ({
  pk: `${WEBHOOKS}${accountId}`,
  sk: `webhook#${webhookId}`,
});

/** Key of the ids of an account's webhooks, for the limit of their number. */
export const webhooksKey = (accountId: string) => ({ pk: `${WEBHOOKS}${accountId}`, sk: 'all' });

/** Key of a delivery to a webhook, in the table of events. Its id sorts by the time of the event. */
export const deliveryKey = ({
  accountId,
  webhookId,
  id,
}: {
  accountId: string;
  webhookId: string;
  id: string;
}) => ({
  pk: `${DELIVERIES}${accountId}#${webhookId}`,
  // Does not begin with a digit, because rows that do are events.
  sk: `delivery#${id}`,
});
