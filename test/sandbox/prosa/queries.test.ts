import { describe, expect, test } from 'vitest';
import { prosaPages } from '../../support/stand-in/prosa-page.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo } = seed;

const standIn = useStandIn();
const { open } = prosaPages(standIn);

describe('the queries of identifiers', () => {
  test('documents are found by up to seven numbers without their check digits', async () => {
    const page = await (await open('XV24M00C')).press('ENVIO_3', {
      NA1NumSegSocialSinDC1: demo.worker.nss.slice(0, 10),
      NA1NumSegSocialSinDC2: '2800000000',
      NA1NumSegSocialSinDC7: demo.nieWorker.nss.slice(0, 10),
    });
    expect(
      page
        .data('TRABAJADOR > IP9NumDoc')
        .toArray()
        .map((one) => page.data(one).text()),
    ).toEqual([demo.worker.dni, demo.nieWorker.dni]);
    const row = page.$('tr').eq(6).find('td');
    expect(row.eq(0).find('input').attr('value')).toBe(demo.nieWorker.nss.slice(0, 10));
    expect([1, 2].map((cell) => row.eq(cell).text())).toEqual([
      demo.nieWorker.nss,
      `6  ${demo.nieWorker.dni}`,
    ]);
  });

  test('numbers are found by document and surnames, without accents and in lower case', async () => {
    const { passportWorker } = demo;
    const page = await (await open('XV24M00D')).press('ENVIO_2', {
      tipo: '2',
      ipf6NumeroDocumento: passportWorker.dni.toLowerCase(),
      primerApellido: passportWorker.surname.normalize('NFD').replace(/\p{M}/gu, ''),
      checkApellido2: true,
    });
    expect(page.dataElement('SECCION_1 > NA5NumSegSocialCompleto')).toBe(passportWorker.nss);
    expect(page.dataElement('SECCION_1 > CODIGO_TIPO')).toBe('2');
  });
});
