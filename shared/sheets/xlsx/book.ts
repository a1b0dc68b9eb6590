import { damaged, isTrue, readWhole, type Workbook } from './parts.ts';

/** Relationships between parts, by id (ISO/IEC 29500-2, 6.5). */
type Relations = Map<string, { type: string; part: string }>;

/** The relationships of a part, by default of the whole package; empty if it has none. */
const relationsOf = async (workbook: Workbook, part = ''): Promise<Relations> => {
  const at = part.lastIndexOf('/') + 1;
  const relations: Relations = new Map();
  await readWhole(workbook.part(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`), {
    open: (name, { Id, Type = '', Target, TargetMode }) => {
      if (name !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External')
        return;
      // The kind is the same in the transitional and the strict namespace.
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: resolved(part, Target) });
    },
  });
  return relations;
};

/** The part to which a relationship of another part leads. */
const resolved = (from: string, target: string): string => {
  const plain = target.replaceAll('\\', '/');
  const parts = plain.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of plain.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
};

const ofType = (relations: Relations, wanted: string): string | undefined =>
  [...relations.values()].find(({ type }) => type === wanted)?.part;

/** The parts of a workbook. Their names are free; they are found through the relationships, which some programs leave out. */
export const readBook = async (workbook: Workbook) => {
  const book = ofType(await relationsOf(workbook), 'officeDocument') ?? 'xl/workbook.xml';
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let isFrom1904 = false;
  const isThere = await readWhole(workbook.part(book), {
    open: (name, attributes) => {
      if (name === 'sheet')
        sheets.push({
          name: attributes.name ?? '',
          id: Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '',
          isHidden: /hidden$/i.test(attributes.state ?? ''),
        });
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes.date1904);
    },
  });
  if (!isThere) throw damaged();
  const relations = await relationsOf(workbook, book);
  return {
    isFrom1904,
    styles: ofType(relations, 'styles') ?? 'xl/styles.xml',
    strings: ofType(relations, 'sharedStrings') ?? 'xl/sharedStrings.xml',
    sheets: sheets.map(({ id, ...sheet }) => ({ ...sheet, part: relations.get(id)?.part ?? '' })),
  };
};
