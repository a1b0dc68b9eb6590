import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/channel.ts';
import { Refusal, Unreadable } from '../../../../../shared/authorities/exchange.ts';
import {
  changeCategory,
  changeGroup,
  changeOccupation,
} from '../../../../../shared/authorities/tgss/prosa/change-record.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { answerWith, edited, PDF, pdf, play } from '../../../../support/portals/portal.ts';
import {
  ACTION,
  done,
  donePage,
  htmlMessage,
  message,
  plain,
  refusedPage,
  SESSION,
  xml,
} from '../../../../support/portals/prosa.ts';
import {
  groupChange,
  recordData,
  recordForm,
  searchForm,
} from '../../../../support/portals/prosa-applications.ts';

/** Changes the group. @param answers replies after the record was shown */
const changeWith = (...answers: Answer[]) =>
  play(changeGroup, groupChange, [searchForm(), recordData(), ...answers]);

/** The fields that existing programs send with every form. */
const FIXED = { 'ARQ.SPM.OUT': 'XML_STYLESHEET', ES_FW4: '1', 'SPM.ISPOPUP': '0', 'SPM.HAYJS': '1' };

describe('changes of group, occupation and category', () => {
  it('a change finds the worker, then files with the second page and gets the document', async () => {
    const { seen, result } = await changeWith(done(), pdf);
    expect(seen[0]!.path).toBe(
      '/ProsaInternet/OnlineAccess?ARQ.SPM.ACTION=LOGIN&ARQ.SPM.APPTYPE=SERVICE&ARQ.IDAPP=XV24M00B',
    );
    expect(seen[1]!.path).toBe(ACTION.replaceAll('&amp;', '&'));
    expect(seen[1]!.fields).toEqual({
      'ARQ.SPM.TICKET': 'T1',
      'SPM.CONTEXT': 'internet',
      'ARQ.SPM.TMS_NAVEGACION': '5',
      ...FIXED,
      tipo: '1',
      NA5NumSegSocialCompleto: worker.nss,
      IP9NumDoc: worker.dni,
      CC1EmpresaAut: '011128000000097',
      PR_CAMPO_ORIGEN: 'FORM',
      'SPM.ACC.Consultar': 'Consultar',
    });
    expect(seen[2]!.path).toBe(`/ProsaInternet/OnlineAccessUtf8${SESSION}`);
    expect(seen[2]!.fields).toEqual({
      'ARQ.SPM.TICKET': 'T2',
      'SPM.CONTEXT': 'internet',
      'ARQ.SPM.IDIOMA': 'ES',
      ...FIXED,
      codNuevoGrupo: '04',
      fechaSituacion: '09/03/2026',
      tipoImpresion: 'OnLine',
      'SPM.ACC.Continuar': 'Continuar',
    });
    expect(seen[3]!.path).toBe(
      '/ProsaInternet/ViewDocUtf8;jsessionid=0000a:b?SECUENCIAL=1&TYPEVIEW=DOCUMENTO',
    );
    expect(seen.map(({ commits }) => commits)).toEqual([false, false, true, false]);
    expect(result).toEqual({
      message: 'OPERACION REALIZADA CORRECTAMENTE',
      document: { contentType: 'application/pdf', name: 'TA.pdf', bytes: PDF },
    });
  });

  it('a change asks for HTML, without the name of a browser', async () => {
    const { seen } = await changeWith(done(), pdf);
    expect(seen[0]!.headers).toEqual({ accept: 'text/html' });
  });

  it('a change fills in the record in HTML, and follows the link to the document', async () => {
    const form = recordForm('codNuevoGrupo', 'fechaSituacion');
    const { seen, result } = await play(changeGroup, groupChange, [searchForm(), form, donePage(), pdf]);
    expect(seen[2]!.path).toBe(ACTION.replaceAll('&amp;', '&'));
    expect(seen[2]!.fields).toMatchObject({ codNuevoGrupo: '04', tipoImpresion: 'OnLine' });
    expect(seen[3]!.path).toBe(`/ProsaInternet/ViewDocUtf8${SESSION}?SECUENCIAL=1&TYPEVIEW=DOCUMENTO`);
    expect(result?.document?.bytes).toEqual(PDF);
  });

  it.each([
    '',
    'https://elsewhere.invalid/',
    ';jsessionid=a/../../Xhtml',
    ';jsessionid=a?ARQ.IDAPP=XV21Y600',
  ])('a change sends nothing that files for data with the session "%s"', async (session) => {
    const record = edited(recordData(), SESSION, session);
    const { error, seen } = await play(changeGroup, groupChange, [searchForm(), record, done()]);
    expect(error).toBeInstanceOf(Unreadable);
    expect(seen).toHaveLength(2);
  });

  it('a change chooses the kind of document by its position if the values differ', async () => {
    const page = edited(searchForm(), /value="(?=\d")/g, 'value="X');
    const { seen } = await play(changeGroup, { ...groupChange, dni: 'X1234567L' }, [
      page,
      recordData(),
      done(),
    ]);
    expect(seen[1]!.fields.tipo).toBe('X6');
  });

  it('a dry run ends with the worker found and nothing sent that files', async () => {
    const { seen, end } = await play(changeGroup, groupChange, [searchForm(), recordData()], true);
    expect(end).toEqual({ dry: true });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['no worker', [refusedPage('NUMERO DE AFILIACION INEXISTENTE')], false],
    ['a wrong date', [recordData(), refusedPage('FECHA ERRONEA')], true],
  ])('a change is refused in the portal’s words: %s', async (_, answers, committed) => {
    const played = await play(changeGroup, groupChange, [searchForm(), ...answers]);
    expect(played.error).toBeInstanceOf(Refusal);
    expect(played.committed).toBe(committed);
  });

  it.each<[string, Answer]>([
    ['nothing said', xml('')],
    ['another message', xml(message('INFO', 'PENDIENTE DE PROCESO'))],
    [
      'both an error and success',
      xml(message('ERROR', 'X') + message('INFO', 'OPERACION REALIZADA CORRECTAMENTE')),
    ],
    ['an error that sounds like success', refusedPage('OPERACION YA REALIZADA')],
    ['a page without end', answerWith('<a>'.repeat(300), { contentType: 'text/xml' })],
  ])('a change is neither accepted nor refused with %s', async (_, answer) => {
    const { error, committed } = await changeWith(answer);
    expect(error).toBeInstanceOf(Unreadable);
    expect(committed).toBe(true);
  });

  it('a change is accepted if the document does not come', async () => {
    const { result } = await changeWith(done(), xml(''));
    expect(result).toEqual({ message: 'OPERACION REALIZADA CORRECTAMENTE' });
  });

  it('a change is accepted if the answer has no session', async () => {
    const { result } = await changeWith(edited(done(), SESSION, ''), pdf);
    expect(result).toEqual({ message: 'OPERACION REALIZADA CORRECTAMENTE' });
  });

  it('a change never follows a link to another site', async () => {
    const page = plain(
      htmlMessage('INFO', 'OPERACION REALIZADA CORRECTAMENTE') +
        '<a data-pc_tipo="documento" href="https://elsewhere.invalid/doc">x</a>',
    );
    expect((await changeWith(page, pdf)).seen).toHaveLength(3);
  });

  it('a change puts occupation and category where they belong', async () => {
    const occupation = await play(changeOccupation, { ...worker, fecha_real: '2026-03-09', ocupacion: 'a' }, [
      searchForm(),
      recordForm('NueOcu', 'fecSit'),
      done(),
      pdf,
    ]);
    expect(occupation.seen[0]!.path).toContain('IDAPP=XV24M00G');
    expect(occupation.seen[2]!.fields).toMatchObject({ NueOcu: 'A', fecSit: '09/03/2026' });
    const category = await play(
      changeCategory,
      { ...worker, fecha_real: '2026-03-09', category_professional: '0000301' },
      [searchForm(), recordForm('NueCat', 'fecSit'), done(), pdf],
    );
    expect(category.seen[0]!.path).toContain('IDAPP=XV24M00I');
    expect(category.seen[2]!.fields).toMatchObject({ NueCat: '0000301' });
  });
});
