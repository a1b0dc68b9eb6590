import * as z from 'zod';
import { CONTRACT_BLOCKS, contractData } from '../../../../shared/authorities/sepe/contrata/contract-data.ts';
import { ccc, date } from '../../../../shared/kernel/fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleCompany, exampleFootprint, exampleWorker, workerDni } from '../fields.ts';
import { ofDryRun, unlessOnlyTried } from '../only-tried.ts';

const block = z
  .array(z.record(z.string(), z.string()))
  .meta({ description: 'Objetos de una sola clave; fechas DD/MM/AAAA.' });

const extension = z
  .object({
    id: z.string().meta({ description: 'E-##-####-#######-##.' }),
    cif: z.string(),
    código_cuenta_cotización: z.string().meta({ description: 'Régimen y cuenta.' }),
    fecha_inicio: z.string().meta({ description: 'DD/MM/AAAA.' }),
    fecha_fin: z.string().meta({ description: 'DD/MM/AAAA.' }),
    fecha_comunicación: z.string().meta({ description: 'DD/MM/AAAA.' }),
    existe_convenio_colectivo: z.string().meta({ description: 'SI o NO.' }),
    discontinuidad: z.string().optional().meta({ description: 'Solo de contratos fijos discontinuos.' }),
  })
  .meta({ id: 'SepeContractExtension' });

export const getContractData = reading({
  id: 'getContractData',
  method: 'GET',
  path: '/contrata/data',
  summary: 'Datos y huella de un contrato',
  authority: 'sepe',
  rate: 'heavy',
  standing: 'document',
  request: z.object({
    test: ofDryRun,
    dni: workerDni,
    startDate: date('Inicio del contrato.'),
    ccc: ccc.optional(),
  }),
  response: z.object({
    id: z.string().meta({ description: 'Huella del contrato, E-##-####-#######.' }),
    ...(Object.fromEntries(CONTRACT_BLOCKS.map((name) => [name, block])) as Record<
      (typeof CONTRACT_BLOCKS)[number],
      typeof block
    >),
    contract_extensions: z.array(extension).meta({ description: 'Prórrogas, en su orden.' }),
  }),
  example: {
    request: { ...exampleWorker, ccc: exampleCompany.ccc },
    response: {
      id: exampleFootprint,
      enterprise_data: [{ cif: exampleCompany.cif }, { name: 'EMPRESA DE EJEMPLO SL' }],
      account_data: [{ ccc_full: '011128000000097' }],
      working_center: [{ pais: '724 ESPAÑA' }, { municipio: '28079 MADRID' }],
      employee_data: [{ nif: exampleWorker.dni }, { name: 'ANA GARCIA LOPEZ' }],
      contract_data: [{ cno: '4309' }, { startDate: '03/11/2026' }, { communicateDate: '04/11/2026' }],
      contract_data_other: [],
      copy_basic_data: [],
      contract_extensions: [],
    },
  },
  run: (request, ports) =>
    unlessOnlyTried(request, ports, async () => {
      const { dni, startDate, ccc } = request;
      const { id, blocks, extensions } = await ports.sepe.read(contractData, { dni, startDate, ccc });
      return { data: { id, ...blocks, contract_extensions: extensions } };
    }),
});
