/**
 * The open batches whose rows fulfil obligations, by obligation. Obligations work without batches, so it is a hook that
 * another capability may provide; without one, no batch fulfils any.
 * @param obligations ids
 */
export type OpenBatchesOf = (
  accountId: string,
  obligations: readonly string[],
  now: Date,
) => Promise<Map<string, { id: string; name: string; clientId: number }>>;

declare module '../../../shared/serving/hooks.ts' {
  interface Hooks {
    openBatchesOf?: OpenBatchesOf;
  }
}

declare module '../../../shared/operation/ports.ts' {
  interface ResourcePorts {
    openBatchesOf: OpenBatchesOf;
  }
}

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityPlaces {
    /** The function that shows obligations. */
    openBatchesOf: true;
  }
}
