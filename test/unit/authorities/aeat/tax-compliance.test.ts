import { describe, expect, it } from 'vitest';
import { taxCompliance } from '../../../../shared/authorities/aeat/tax-compliance.ts';
import { OutOfService, Refusal, Unreadable } from '../../../../shared/authorities/exchange.ts';
import {
  certificateOf,
  confirmation,
  DOCUMENT,
  ENTRANCE,
  html,
  POSITIVE_PDF,
  receipt,
  says,
} from '../../../support/portals/aeat.ts';
import {
  addressesOf,
  bodiesOf,
  byPath,
  edited,
  play,
  type Replies,
} from '../../../support/portals/portal.ts';

const ECOT = '/wlpl/EMCE-JDIT/ECOTInternetCiudadanosServlet';

const ecot = certificateOf(ECOT);

/** Asks a portal that works except for these replies. */
const askEcot = (replies: Replies) => play(taxCompliance, { purpose: 'C1' }, byPath({ ...ecot, ...replies }));

describe('certificate of tax compliance', () => {
  it('the request enters, validates, signs and fetches the document', async () => {
    const { seen, result } = await askEcot({});
    expect(addressesOf(seen)).toEqual([
      `GET ${ENTRANCE}`,
      `GET ${ECOT}`,
      `POST ${ECOT}`,
      `POST ${ECOT}`,
      `GET ${DOCUMENT}`,
    ]);
    expect(bodiesOf(seen)).toEqual([
      'fTipoRepresentacion=1&fNifT=&fNombreT=&fTipoCertificado=C1&fMomentoDeterminacionEcot=1&fFechaPasada=' +
        '&fAccion=2&fIslw=to%2Bk%2F%3D%3D&validarSolicitud=Validar+solicitud',
      'fTipoCertificado=Contratos+sector+p%FAblico&FIRNIF=00000000T&FIRNOMBRE=MU%D1OZ+D%27ORS+ANA' +
        '&FIR=FirmaBasica&fIslw=other',
    ]);
    expect(seen[2]?.headers).toEqual({
      'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1',
    });
    expect(result).toEqual({
      document: {
        contentType: 'application/pdf',
        name: 'certificado-corriente-pago.pdf',
        bytes: POSITIVE_PDF,
      },
      complianceResult: 'POSITIVO',
    });
  });

  it.each(['C1', 'T1', 'B1', 'E1', 'G1'] as const)(
    'the certificate is requested for the purpose %s',
    async (purpose) => {
      const { seen } = await play(taxCompliance, { purpose }, byPath(ecot));
      expect(bodiesOf(seen)[0]).toContain(`&fTipoCertificado=${purpose}&`);
    },
  );

  it.each([
    [`_fbNif: 'B00000000', _fbNombre: 'O\\'HARA \\"X\\" \\u00d1 \\xd1 SL'`, `O'HARA "X" Ñ Ñ SL`],
    [`var _fbNif = "B00000000" ; var _fbNombre\n=\n"ACME & CIA SL"`, 'ACME & CIA SL'],
  ])('the signer is read however the script writes it (%#)', async (script, name) => {
    const page = edited(confirmation, /var _fb.*;(?=<\/script>)/, `${script};`);
    const { seen } = await askEcot({ [`POST ${ECOT}`]: [page, receipt] });
    expect(seen[3]?.fields).toMatchObject({ FIRNOMBRE: name, FIRNIF: 'B00000000' });
  });

  it('fields that the page has twice are sent twice, and each is signed', async () => {
    const twice =
      "<input type='hidden' name='FIRNIF' value=''><input type='hidden' name='fAccion' value='3'>";
    const page = edited(confirmation, "<input type='hidden' name='FIRNIF' value=''>", twice + twice);
    const { seen } = await askEcot({ [`POST ${ECOT}`]: [page, receipt] });
    const again = 'FIRNIF=00000000T&fAccion=3';
    expect(bodiesOf(seen)[1]).toContain(`&${again}&${again}&FIRNOMBRE=`);
  });

  it('the request is not signed if the page does not name the signer', async () => {
    const page = edited(confirmation, '00000000T', '');
    const { seen, error } = await askEcot({ [`POST ${ECOT}`]: [page] });
    expect(error).toBeInstanceOf(Unreadable);
    expect(seen).toHaveLength(3);
  });

  it.each([
    ['in place of the form', { [ECOT]: [says('No autenticado')] }, 'No autenticado'],
    [
      'in place of the page to sign',
      { [`POST ${ECOT}`]: [says('Datos inconsistentes')] },
      'Datos inconsistentes',
    ],
    [
      'in place of the receipt',
      { [`POST ${ECOT}`]: [confirmation, says('NIF no identificado')] },
      'NIF no identificado',
    ],
  ])('a refusal has the words of the portal %s', async (_, replies: Replies, words) => {
    const { error } = await askEcot(replies);
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).messages).toEqual([words]);
  });

  it.each([
    [html('', 403), 'La Agencia Tributaria no acepta el certificado digital presentado.'],
    [html('<main>Certificado revocado</main>', 403), 'Certificado revocado'],
    [
      html('', 302, { location: 'https://sede.example/SelectorAccesos.html?ref=x' }),
      'La Agencia Tributaria no acepta el certificado digital presentado.',
    ],
  ])('the request is refused if the portal denies access (%#)', async (answer, words) => {
    const places: Replies[] = [{ [ENTRANCE]: [answer] }, { [ECOT]: [answer] }];
    for (const replies of places) {
      const { error } = await askEcot(replies);
      expect(error).toBeInstanceOf(Refusal);
      expect((error as Refusal).messages).toEqual([words]);
    }
  });

  it.each([
    [html('<main>Se ha producido un error</main>', 500), 500, false],
    [html('<p>Portal en mantenimiento.</p>', 503), 503, true],
    [html('<main>La sede está en mantenimiento</main>'), 200, true],
    [html('<main>Servicio no disponible</main>'), 200, false],
    [html('', 302, { location: '/elsewhere' }), 302, false],
  ])('error and maintenance pages are recognised (%#)', async (answer, status, announced) => {
    const places: Replies[] = [{ [ECOT]: [answer] }, { [`POST ${ECOT}`]: [confirmation, answer] }];
    for (const replies of places) {
      const { error } = await askEcot(replies);
      expect(error).toBeInstanceOf(OutOfService);
      expect(error).toMatchObject({ status, announced });
    }
  });

  it.each([
    ['a refusal', '<main><p>SERVICIOS DE MANTENIMIENTO SL no es el titular.</p></main>'],
    [
      'a form',
      '<main><p>Revise los datos.</p><form><input value="x">Portal en mantenimiento SL, fuera de servicio</form></main>',
    ],
  ])('the name of a company in %s is not taken for maintenance', async (_, page) => {
    const { error } = await askEcot({ [`POST ${ECOT}`]: [confirmation, html(page)] });
    expect(error).toBeInstanceOf(Refusal);
  });

  it('a page is not accepted as a document', async () => {
    const { error } = await askEcot({ [DOCUMENT]: [says('No encontrado')] });
    expect(error).toBeInstanceOf(Unreadable);
  });

  it('a quotation of the portal has a limited length', async () => {
    const { error } = await askEcot({ [ECOT]: [says('x'.repeat(100_000))] });
    expect((error as Refusal).messages[0]).toHaveLength(400);
  });
});
