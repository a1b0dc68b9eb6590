/** What an authority answered. */
export interface Answer {
  status: number;
  /** As sent, with parameters. */
  contentType: string;
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array;
}
