import * as z from 'zod';
import { integer } from '../kernel/fields.ts';

/** Most elements on a page. A larger `perPage` gets this many. */
export const MAX_PER_PAGE = 50;

/** `perPage` of a list: a larger value counts as `most`, even one too large for an exact number. */
export const perPage = (what: string, most = MAX_PER_PAGE) =>
  z
    .preprocess(
      (value) => (/^\d{16,}$/.test(String(value)) ? most : value),
      integer(`${what} por página; máximo ${most}, un valor mayor devuelve ${most}.`),
    )
    .optional();

/** `page` and `perPage` of a list. */
export const pageFields = {
  page: integer('Página, desde 1.').optional(),
  perPage: perPage('Elementos'),
};

/** The position in a list. */
export const pagination = z
  .object({
    page: z.int().meta({ description: 'Página actual.' }),
    lastPage: z.int().meta({ description: 'Última página.' }),
    perPage: z.int().meta({ description: 'Elementos por página.' }),
    total: z.int().meta({ description: 'Elementos en total.' }),
  })
  .meta({ id: 'Pagination' });

/** `data` of a list: `data.data[]` and `data.pagination`. */
export const paginated = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), pagination });

/**
 * Offset and size of the requested page, and `pagination` with the total.
 * @param most elements that may be on it
 */
export const pageOf = (request: { page?: number; perPage?: number }, most = MAX_PER_PAGE) => {
  const perPage = Math.min(request.perPage || MAX_PER_PAGE, most);
  const page = request.page || 1;
  return {
    position: (page - 1) * perPage,
    limit: perPage,
    pagination: (total: number): z.output<typeof pagination> => ({
      page,
      lastPage: Math.max(1, Math.ceil(total / perPage)),
      perPage,
      total,
    }),
  };
};
