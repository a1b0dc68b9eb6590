import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clientPython } from '../../client/build/python.ts';
import { PROJECT } from '../../local/run-folder.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { demo, newTenant } from '../support/deployed.ts';
import { canRun } from '../support/programs/languages.ts';

/** The Python client from an empty folder, as whoever has just got its wheel, before the deployed stack. */

const run = promisify(execFile);

/** The first programs of a newcomer, with and without `async`. They make a certificate of the sandbox for themselves. */
const PROGRAM = `
import asyncio
import json
import os
from datetime import date

from pasarela_client import AsyncPasarela, Pasarela, fields

given = json.loads(os.environ["GIVEN"])
where = {"regimen": given["regimen"], "ccc": given["ccc"]}
worker: fields.ListEmployeeSituationsFields = {**where, "dni": given["worker"]["dni"]}
registration: fields.RegisterEmployeeFields = {
    **where,
    "nss": given["newWorker"]["nss"],
    "dni": given["newWorker"]["dni"],
    "identificacion": 1,
    "fecha_real": date.fromisoformat(given["today"]),
    "grupo_cotizacion": 7,
    "tipo_contrato": 100,
    "cno": "4122",
}

with Pasarela(given["baseUrl"], email=given["email"], password=given["password"]) as session:
    holder = session.get_sandbox().data.holders[0]
    made = session.create_test_certificate({"nif": holder.nif, "password": "la del fichero"})
    p12 = session.bytes_of(made.data.file)
    stored = session.save_certificate({"file": p12, "password": "la del fichero", "type": 1})
    secret = stored.data.cert_secret
    gateway = session.with_certificate(secret)
    situations = gateway.list_employee_situations(worker).data
    before = gateway.get_sandbox().data.digest
    tried = gateway.dry_run.register_employee(registration)


async def again() -> list[str]:
    async with AsyncPasarela(
        given["baseUrl"], email=given["email"], password=given["password"], certificate=secret
    ) as gateway:
        read = await gateway.list_employee_situations(worker)
        tried = await gateway.dry_run.register_employee(registration)
        after = (await gateway.get_sandbox()).data.digest
        return [str(read.data[0].fecha_alta), tried.message, after]


print(json.dumps([[str(situations[0].fecha_alta), tried.message, before], asyncio.run(again())]))
`;

describe.skipIf(!canRun('python'))('the Python client', () => {
  test('a newcomer with an empty folder installs the wheel, reads, and tries a registration, and nothing is filed', async () => {
    const { email, password } = await newTenant();
    const folder = mkdtempSync(join(tmpdir(), 'with-python-client-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const python = await clientPython();
    const build = [join(PROJECT, 'client/build/python.ts'), '--to', folder];
    await run(process.execPath, build, { cwd: PROJECT });
    const [wheel = ''] = readdirSync(folder);

    const env = { PATH: process.env.PATH!, HOME: folder, PYTHONDONTWRITEBYTECODE: '1' };
    const options = { cwd: folder, env };
    await run(python, ['-m', 'venv', '.venv'], options);
    const own = join(folder, '.venv/bin/python');
    const packagesOf = async (which: string) => {
      const said = await run(
        which,
        ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'],
        options,
      );
      return said.stdout.trim();
    };
    // The packages that it needs are those that are installed for its tests, by their hashes: a registry is not asked.
    writeFileSync(join(await packagesOf(own), 'needed.pth'), `${await packagesOf(python)}\n`);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-index'];
    await run(own, [...install, wheel], options);
    writeFileSync(join(folder, 'programa.py'), PROGRAM);
    const { regimen, ccc } = demo.company;
    const given = {
      baseUrl: demo.baseUrl,
      email,
      password,
      regimen,
      ccc,
      worker: demo.worker,
      newWorker: demo.newWorker,
      today: madridDay(new Date()),
    };
    const ran = await run(own, ['programa.py'], {
      cwd: folder,
      env: { ...env, GIVEN: JSON.stringify(given) },
    });

    const [, , before] = JSON.parse(ran.stdout)[0];
    const seen = [demo.worker.fecha_alta, expect.stringContaining('Simulacro correcto'), before];
    expect(JSON.parse(ran.stdout)).toEqual([seen, seen]);
  });
});
