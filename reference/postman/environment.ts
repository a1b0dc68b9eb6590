import type { Demo } from '../../local/demo.ts';

/** A Postman environment with the values of a demo stage. */
export const environmentOf = (demo: Omit<Demo, 'authorities' | 'panelUrl' | 'otherAccount'>) => ({
  name: 'pasarela local',
  values: Object.entries({
    baseUrl: demo.baseUrl,
    legacyBaseUrl: demo.legacyBaseUrl,
    email: demo.email,
    password: demo.password,
    token: '',
    certSecretTgss: demo.certificates.tgss,
    certSecretSepe: demo.certificates.sepe,
    certSecretAeat: demo.certificates.aeat,
    certSecretDehu: demo.certificates.dehu,
    p12Password: demo.p12.password,
    cif: demo.company.cif,
    regimen: demo.company.regimen,
    ccc: demo.company.ccc,
    nss: demo.worker.nss,
    dni: demo.worker.dni,
    newWorkerNss: demo.newWorker.nss,
    newWorkerDni: demo.newWorker.dni,
    sandbox: '1',
  }).map(([key, value]) => ({ key, value, enabled: true, type: SECRET.test(key) ? 'secret' : 'default' })),
  _postman_variable_scope: 'environment',
});

const SECRET = /^(password|p12Password|token|certSecret\w+)$/;
