import type { Demo } from '../../local/demo.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';

/** What a collection needs of a demo to send its requests, in the form that Postman imports. */
export const environmentOf = (
  { baseUrl, email, password, certificates, company, worker, newWorker }: Demo,
  now: Date,
) => ({
  name: 'pasarela local',
  values: Object.entries({
    // The addresses of the collection begin with the version.
    baseUrl: baseUrl.replace(/\/api\/v4$/, ''),
    email,
    password,
    token: '',
    certSecretTgss: certificates.tgss,
    certSecretSepe: certificates.sepe,
    certSecretAeat: certificates.aeat,
    regimen: company.regimen,
    ccc: company.ccc,
    nss: worker.nss,
    dni: worker.dni,
    newWorkerNss: newWorker.nss,
    newWorkerDni: newWorker.dni,
    registeredOn: worker.fecha_alta,
    today: madridDay(now),
  }).map(([key, value]) => ({ key, value, enabled: true, type: SECRET.test(key) ? 'secret' : 'default' })),
  _postman_variable_scope: 'environment',
});

const SECRET = /^(password|token|certSecret\w+)$/;
