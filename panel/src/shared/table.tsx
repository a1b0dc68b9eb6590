import type { ComponentChildren } from 'preact';

/** A table, which scrolls horizontally inside its frame if it is wider than the screen. */
export const Table = ({
  caption,
  isCaptionShown = true,
  kind,
  columns,
  children,
}: {
  caption: string;
  /** If false, only screen readers get the caption. */
  isCaptionShown?: boolean;
  /** A class of the style sheet. */
  kind?: string;
  columns: readonly string[];
  children: ComponentChildren;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard, a scrolling part can be reached in no other way.
  <section class={kind ? `table ${kind}` : 'table'} aria-label={caption} tabIndex={0}>
    <table>
      {isCaptionShown && <caption class="small">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
