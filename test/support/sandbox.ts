type Counts = Record<string, number>;

/** Looks at the sandbox authorities by their side entrance. */
export const atAuthorities = (control: string) => {
  const get = async <T>(path: string) => (await (await fetch(control + path)).json()) as T;
  const stats = () => get<{ handshakes: number; requests: Counts; submissions: Counts }>('/stats');
  const sum = (counts: Counts) => Object.values(counts).reduce((a, b) => a + b, 0);
  return {
    /** Hash of all that the authorities hold. */
    digest: async () => (await get<{ digest: string }>('/digest')).digest,
    /** Posts that would file something at TGSS, by kind. */
    submissions: async (kind: 'alta' | 'baja') => (await stats()).submissions[`tgss.${kind}`] ?? 0,
    handshakes: async () => (await stats()).handshakes,
    requests: async () => sum((await stats()).requests),
    /** Brings the authorities back to their seed. */
    reset: async () => {
      await fetch(`${control}/reset`, { method: 'POST' });
    },
  };
};
