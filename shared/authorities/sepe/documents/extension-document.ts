import { compactDate, contractKey, type Footprint, identifierOf } from '../identifiers.ts';
import { latin1Document } from './xml.ts';

/** An extension of a contract to file. Dates are `YYYY-MM-DD`. Members in capitals have SEPE's names and values. */
export interface Extension {
  cif: string;
  /** Scheme and contribution account, 15 digits. */
  fullCcc: string;
  /** The contract: its footprint, or its worker (document without kind) and start. */
  contract: Footprint | { docType: string; dni: string; startDate: string };
  startDate: string;
  endDate: string;
  INDICADOR_CONV_COL?: string | undefined;
  INDICADOR_DISCONTINUIDAD?: string | undefined;
  IND_EMPRESA_AAPP_UNIVERSIDAD?: string | undefined;
  IND_PERIODO_AUTORIZA_DURACION?: string | undefined;
  /** `HHHHMM`. */
  HORAS_FORMACION?: string | undefined;
  IND_DURAC_INFERIOR?: string | undefined;
}

/**
 * The document that files an extension, in the order of SEPE's schema. SEPE repeats `correlation` (at most 30 characters)
 * in its answer.
 */
export const extensionDocument = (extension: Extension, correlation: string): string => {
  const { contract, HORAS_FORMACION, IND_DURAC_INFERIOR } = extension;
  const hasMore = HORAS_FORMACION !== undefined || IND_DURAC_INFERIOR !== undefined;
  return latin1Document('PRORROGAS', {
    PRORROGA_TIPO: {
      DATOS_EMPRESA: { CIF_NIF_EMPRESA: { CIF_NIF: extension.cif }, CCC: extension.fullCcc },
      // SEPE accepts either the key, or worker and start; a key belongs to one contract only.
      DATOS_CONTRATO:
        'dni' in contract
          ? {
              IDENTIFICADORPFISICA: identifierOf(contract.docType, contract.dni),
              FECHA_INICIO_CTO: compactDate(contract.startDate),
            }
          : { CLAVE_CONTRATO: contractKey(contract) },
      DATOS_GENERALES_PRORROGA: {
        FECHA_INICIO: compactDate(extension.startDate),
        FECHA_FIN: compactDate(extension.endDate),
        INDICADOR_CONV_COL: extension.INDICADOR_CONV_COL,
        INDICADOR_DISCONTINUIDAD: extension.INDICADOR_DISCONTINUIDAD,
        IND_EMPRESA_AAPP_UNIVERSIDAD: extension.IND_EMPRESA_AAPP_UNIVERSIDAD,
        IND_PERIODO_AUTORIZA_DURACION: extension.IND_PERIODO_AUTORIZA_DURACION,
      },
      DATOS_ADICIONALES_PRORROGA: hasMore ? { HORAS_FORMACION, IND_DURAC_INFERIOR } : undefined,
      DATOS_USOLIBRE_EMPRESA: { USOLIBRE_EMPRESA: correlation },
    },
  });
};
