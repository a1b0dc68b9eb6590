import { afterAll } from 'vitest';
import type { Services } from '../../../shared/serving/services.ts';
import { useService } from '../demo.ts';
import { type LocalService, serviceWith, startService } from '../local-service.ts';
import { requestsOf } from '../requests.ts';
import { atAuthorities } from '../sandbox.ts';

/**
 * The service of a test file, with some parts replaced. It keeps the authorities and accounts that the file began
 * with; `newService` creates others.
 */
export const ownService = async (replaced: Partial<Services> = {}) => used(await serviceWith(replaced));

/** One with tables or authorities that are not those with which the file of tests began. */
export const newService = async (...all: Parameters<typeof startService>) => used(await startService(...all));

/** It is the one under test until the end of the file, and then closed. */
const used = (service: LocalService) => {
  useService(service);
  afterAll(service.close);
  const { demo, caller } = service;
  return {
    service,
    authorities: atAuthorities(demo.authorities.control),
    requests: requestsOf(demo),
    /** The caller, acting before TGSS. */
    tgss: caller.acting(demo.certificates.tgss),
    /** The caller, acting before SEPE. */
    sepe: caller.acting(demo.certificates.sepe),
  };
};
