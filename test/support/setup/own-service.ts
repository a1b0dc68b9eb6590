import { afterAll } from 'vitest';
import type { Services } from '../../../shared/serving/services.ts';
import { useService } from '../demo.ts';
import { type LocalService, serviceWith, startService } from '../local-service.ts';
import { requestsOf } from '../requests.ts';
import { atAuthorities } from '../sandbox.ts';

/**
 * The service for a test file, with some parts replaced. It keeps the authorities and accounts with which the file began;
 * `newService` creates new ones.
 */
export const ownService = async (replaced: Partial<Services> = {}) => used(await serviceWith(replaced));

/** A service with other tables or authorities than the ones with which the test file began. */
export const newService = async (...all: Parameters<typeof startService>) => used(await startService(...all));

/** Makes it the service under test, and closes it at the end of the file. */
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
