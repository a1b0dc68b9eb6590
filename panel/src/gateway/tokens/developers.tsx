import type { ComponentType } from 'preact';
import type { Added } from '../../shared/page.ts';
import { Title } from '../../shared/shown.tsx';
import { Limits } from './limit-table.tsx';
import { Tokens } from './tokens.tsx';

/** What a capability shows to programmers. */
export interface DevelopersPart {
  OfDevelopers: ComponentType;
  OfId?: ComponentType<{ id: string }>;
}

/** The page for programmers: tokens, what capabilities have for programs, and limits; or one thing of a capability. */
export const Developers = ({ id, parts }: { id: string | undefined; parts: Added<DevelopersPart>[] }) => {
  const OfId = parts.find(({ part }) => part.OfId)?.part.OfId;
  if (id && OfId) return <OfId id={id} />;
  return (
    <>
      <Title>Desarrolladores</Title>
      <Tokens />
      {parts.map(({ name, part: { OfDevelopers } }) => (
        <OfDevelopers key={name} />
      ))}
      <Limits />
    </>
  );
};
