import type { ComponentChildren, ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { Data } from '../../../../client/src/types.ts';
import { Confirmed } from '../../shared/confirmed.tsx';
import { useChange, useLoaded, useSending, useShared } from '../../shared/context.ts';
import { madridDay, showDay } from '../../shared/days.ts';
import { ChoiceField, TextField } from '../../shared/field.tsx';
import { first } from '../../shared/first.ts';
import { ListHead } from '../../shared/list-head.tsx';
import type { Added } from '../../shared/page.ts';
import { Pager } from '../../shared/pager.tsx';
import { readDescribed } from '../../shared/reference.ts';
import { addressOf, type Route } from '../../shared/route.ts';
import { Badge, Facts, Failure, Form, Line, Section, Show, Success, Title } from '../../shared/shown.tsx';
import { usePaused } from '../../shared/typed.ts';
import { showAccount } from '../../shared/who.ts';
import { validity } from '../certificates/certificates.ts';
import { askedSince, asksOf, documentsOf } from '../documents/ask.ts';
import { Asks } from '../documents/asks.tsx';
import { Kept } from '../documents/kept.tsx';
import {
  accountIn,
  COMPANY_PATHS,
  companyPage,
  companySheet,
  type NewCompany,
  numberDoubt,
  PER_PAGE,
  startOfCompany,
  toRow,
  toSaved,
  wrongNumbers,
} from './companies.ts';
import { companyQuery } from './company-search.ts';

type Client = Data<'getClient'>;

/** The most certificates, and the most answered readings, that are read for a company. */
const MOST = 300;

/** What a capability shows of a company. */
export interface CompanyPart {
  OfCompany: ComponentType<{ customerID: number }>;
  instead?(query: Route['query']): ComponentChildren;
}

/** The client companies of the office, one of them, or what a capability shows in its place. */
export const Companies = ({
  id,
  query,
  parts,
}: {
  id: string | undefined;
  query: Route['query'];
  parts: Added<CompanyPart>[];
}) => {
  if (id === undefined) return <CompanyList page={Number(query.pagina) || 1} />;
  for (const { part } of parts) {
    const shown = part.instead?.(query);
    if (shown) return shown;
  }
  return <CompanyPage id={Number(id)} parts={parts} />;
};

const CompanyList = ({ page }: { page: number }) => {
  const { session } = useShared();
  const [typed, setTyped] = useState('');
  const search = usePaused(typed.trim());
  const [found, setFound] = useState({ search, page: 1 });
  // Each new search begins with its first page.
  const wanted = !search ? page : found.search === search ? found.page : 1;
  const loaded = useLoaded(
    async () =>
      companyPage(
        async (page) => (await session.gateway.listClients({ ...page, ...companyQuery(search) })).data,
        wanted,
      ),
    [],
    [wanted, search],
  );
  return (
    <>
      <Title>Empresas</Title>
      {session.role === 'owner' && (
        <>
          <AddCompany />
          <Adders onSaved={loaded.reload} />
        </>
      )}
      <TextField
        label="Buscar por nombre, CIF, cuenta o e-mail"
        type="search"
        value={typed}
        onChange={setTyped}
      />
      <Show
        of={loaded}
        empty={({ data }) =>
          data.length === 0 &&
          (search ? 'Ninguna se llama así ni tiene esa cuenta.' : 'Todavía no hay ninguna: añada la primera.')
        }
      >
        {({ data, total, isSorted }) => (
          <>
            <ListHead
              text={[
                total === 1 ? '1 empresa' : `${total} empresas`,
                total > PER_PAGE &&
                  `de la ${(wanted - 1) * PER_PAGE + 1} a la ${(wanted - 1) * PER_PAGE + data.length}`,
                search && `con «${search}»`,
                !isSorted && 'por orden de alta',
              ]
                .filter(Boolean)
                .join(' · ')}
              name="empresas"
              sheet={() => companySheet(data)}
            />
            <ul class="list lines companies">
              {data.map((client) => (
                <CompanyItem key={client.id} client={client} />
              ))}
            </ul>
            <Pager
              page={wanted}
              last={Math.ceil(total / PER_PAGE)}
              onChange={(other) => {
                if (search) setFound({ search, page: other });
                else location.hash = addressOf('empresas', undefined, { pagina: String(other) });
              }}
            />
          </>
        )}
      </Show>
    </>
  );
};

/** A company in one line. Numbers with wrong check digits are below it. */
const CompanyItem = ({ client }: { client: Client }) => {
  const { id, name, active, profile } = client;
  const [account] = profile.account;
  const more = profile.account.length - 1;
  const mistakes = wrongNumbers(client);
  return (
    <li>
      <a class="strong" href={addressOf('empresas', String(id))}>
        {name}
      </a>
      <span class="small">{profile.dni}</span>
      <span class="small">
        {[
          account && `${showAccount(account.regimen + account.cuenta)}${more > 0 ? ` y ${more} más` : ''}`,
          profile.razon_social !== name && profile.razon_social,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span>{active === 0 && <Badge state={{ name: 'Desactivada', tone: 'warn' }} />}</span>
      {mistakes.length > 0 && (
        <div class="whole">
          {mistakes.map((text) => (
            <p key={text} class="warning">
              {text}
            </p>
          ))}
        </div>
      )}
    </li>
  );
};

/** How capabilities add many companies. */
const Adders = ({ onSaved }: { onSaved(): void }) => {
  const { capabilities } = useShared();
  const { data = [] } = useLoaded(
    () => Promise.all(capabilities.flatMap(({ addCompanies }) => addCompanies?.() ?? [])),
    [],
  );
  return data.map((Add, index) => <Add key={index} onSaved={onSaved} />);
};

/** Saves a company without an e-mail; `undefined` where none can be without. */
const useCompanySaver = () => useShared().capabilities.find(({ saveCompany }) => saveCompany)?.saveCompany;

const ACCESS = { no: 'No', yes: 'Sí: recibe un correo para crear su contraseña' };

const AddCompany = () => {
  const { session } = useShared();
  const { send, isBusy, mistakes, problem } = useSending(COMPANY_PATHS);
  const [company, setCompany] = useState<NewCompany>(startOfCompany);
  const saveCompany = useCompanySaver();
  const needsEmail = company.access === 'yes' || !saveCompany;
  const field = (name: keyof NewCompany, label: string, more: object = {}) => (
    <TextField
      label={label}
      required={true}
      errors={mistakes[name] ?? numberDoubt(company, name)}
      {...more}
      value={company[name]}
      onChange={(value) => setCompany({ ...company, [name]: value })}
    />
  );
  return (
    <details class="box">
      <summary>Añadir una empresa</summary>
      <Form
        onSubmit={() =>
          send(async () => {
            const id =
              saveCompany && !company.email.trim()
                ? await saveCompany(session.gateway, toRow(company))
                : (await session.gateway.saveClient(toSaved(company))).data.id;
            location.hash = addressOf('empresas', String(id));
          })
        }
      >
        {field('name', 'Nombre o razón social')}
        {field('cif', 'CIF o NIF')}
        {field('regimen', 'Régimen', { help: '0111 es el general.' })}
        {field('account', 'Cuenta de cotización', { help: 'Como en 28 9999011 51.' })}
        {field('email', 'E-mail de la empresa', {
          type: 'email',
          required: needsEmail,
          isOptional: !needsEmail,
        })}
        <ChoiceField
          label="La empresa entra aquí y ve lo suyo"
          choices={ACCESS}
          value={company.access}
          onChange={(access) => setCompany({ ...company, access })}
        />
        <button type="submit" class="main" disabled={isBusy}>
          Añadir la empresa
        </button>
        <Failure problem={problem} />
      </Form>
    </details>
  );
};

const CompanyPage = ({ id, parts }: { id: number; parts: Added<CompanyPart>[] }) => {
  const { session, company, chooseCompany } = useShared();
  const loaded = useLoaded(async () => (await session.gateway.getClient({ customerID: id })).data, [id]);
  const client = loaded.data;
  const isOwner = session.role === 'owner';
  return (
    <>
      <Title>{client?.name ?? 'Empresa'}</Title>
      <Show of={loaded}>
        {(client) => (
          <>
            <div class="actions">
              {company?.id === id ? (
                <Badge state={{ name: 'Es la empresa elegida', tone: 'good' }} />
              ) : (
                <button type="button" onClick={() => chooseCompany({ id, name: client.name })}>
                  Trabajar con esta empresa
                </button>
              )}
              <a
                class="button"
                href={addressOf('historia')}
                onClick={() => chooseCompany({ id, name: client.name })}
              >
                Su historia
              </a>
            </div>
            <OwnDocuments client={client} />
            <Details
              key={JSON.stringify(client)}
              client={client}
              isOwner={isOwner}
              onChange={loaded.reload}
            />
            <Accounts client={client} isOwner={isOwner} onChange={loaded.reload} />
            {parts.map(({ name, part: { OfCompany } }) => (
              <OfCompany key={name} customerID={id} />
            ))}
            <OwnCertificates client={client} />
            {isOwner && <Access client={client} onChange={loaded.reload} />}
          </>
        )}
      </Show>
    </>
  );
};

/** Documents of the company: the ones that can be requested, and the ones that recent readings returned. */
const OwnDocuments = ({ client: { id, name, profile } }: { client: Client }) => {
  const { session } = useShared();
  const loaded = useLoaded(async () => {
    const from = askedSince(madridDay(new Date()));
    const [described, answered] = await Promise.all([
      readDescribed(),
      first(session.gateway.listFilings.each({ company: id, state: 'answered', from }), MOST),
    ]);
    return { asks: asksOf(described).filter(({ about }) => about === 'company'), answered };
  }, [id]);
  const who = profile.razon_social || name;
  const accounts = profile.account.map(({ regimen, cuenta }) => regimen + cuenta);
  return (
    <Show of={loaded}>
      {({ asks, answered }) => (
        <>
          <Asks
            asks={asks}
            of={{ who, company: { id, cif: profile.dni, accounts } }}
            onAnswer={loaded.reload}
          />
          <Kept
            documents={documentsOf(
              answered.filter(({ worker }) => !worker),
              { asks, who: () => who },
            )}
          />
        </>
      )}
    </Show>
  );
};

interface Part {
  client: Client;
  isOwner: boolean;
  onChange(): void;
}

const Details = ({ client, isOwner, onChange }: Part) => {
  const { session } = useShared();
  const { profile } = client;
  const [name, setName] = useState(client.name);
  const [registered, setRegistered] = useState(profile.razon_social);
  const [postcode, setPostcode] = useState(profile.codigo_postal ?? '');
  const [address, setAddress] = useState(profile.direccion ?? '');
  const [externalId, setExternalId] = useState(profile.external_id ?? '');
  const { act, isBusy, problem } = useChange(onChange);
  const save = act(() =>
    session.gateway.changeClient({
      customerID: client.id,
      name,
      razon_social: registered,
      ...(postcode && { codigo_postal: postcode }),
      ...(address && { direccion: address }),
      ...(externalId && { external_id: externalId }),
    }),
  );
  return (
    <Section id="details" title="Datos">
      <Facts
        of={[
          ['CIF', profile.dni],
          ['Razón social', profile.razon_social],
          ['Dirección', [profile.direccion, profile.codigo_postal].filter(Boolean).join(', ')],
          ['Código propio', profile.external_id],
          ['E-mail', client.access.email || 'No consta'],
        ]}
      />
      {isOwner && (
        <details>
          <summary>Cambiar los datos</summary>
          <Form onSubmit={() => void save()}>
            <TextField label="Nombre" value={name} onChange={setName} required />
            <TextField label="Razón social" value={registered} onChange={setRegistered} required />
            <TextField label="Dirección" value={address} onChange={setAddress} />
            <TextField label="Código postal" value={postcode} onChange={setPostcode} />
            <TextField
              label="Código propio"
              help="El de su programa de nóminas, por ejemplo."
              value={externalId}
              onChange={setExternalId}
            />
            <button type="submit" class="main" disabled={isBusy}>
              Guardar los datos
            </button>
          </Form>
          <Failure problem={problem} />
        </details>
      )}
    </Section>
  );
};

const Accounts = ({ client, isOwner, onChange }: Part) => {
  const { session } = useShared();
  const saveCompany = useCompanySaver();
  const { act, isBusy, problem } = useChange(onChange);
  const [regimen, setRegimen] = useState('0111');
  const [number, setNumber] = useState('');
  const [alias, setAlias] = useState('');
  const { account } = client.profile;
  const add = act(async () => {
    const { name, access, profile } = client;
    const added = accountIn({ regimen, account: number, alias: alias || name });
    if (saveCompany && !access.email)
      await saveCompany(session.gateway, {
        name,
        cif: profile.dni,
        regimen: added.regimen,
        account: added.cuenta,
        alias: added.alias,
      });
    else
      await session.gateway.saveClient({
        name,
        access,
        profile: { dni: profile.dni, razon_social: profile.razon_social, account: [added] },
      });
    setNumber('');
    setAlias('');
  });
  return (
    <Section id="accounts" title="Cuentas de cotización">
      <ul class="list">
        {account.map((contributionAccount) => (
          <li key={contributionAccount.id}>
            <Line name={showAccount(contributionAccount.regimen + contributionAccount.cuenta)}>
              <span class="small">{contributionAccount.alias}</span>
            </Line>
            {contributionAccount.convenio_colectivo && (
              <p class="small">Convenio {contributionAccount.convenio_colectivo}</p>
            )}
            {isOwner && account.length > 1 && (
              <Confirmed
                name="Quitar esta cuenta"
                what="Lo que se presente en ella ya no contará como de esta empresa. En la Seguridad Social no cambia nada."
                isBusy={isBusy}
                onConfirm={act(() =>
                  session.gateway.removeClientAccount({
                    customerID: client.id,
                    account: contributionAccount.id,
                  }),
                )}
              />
            )}
          </li>
        ))}
      </ul>
      {isOwner && (
        <details>
          <summary>Añadir una cuenta</summary>
          <Form onSubmit={() => void add()}>
            <TextField
              label="Régimen"
              help="0111 es el general."
              value={regimen}
              onChange={setRegimen}
              required
            />
            <TextField label="Cuenta de cotización" value={number} onChange={setNumber} required />
            <TextField label="Nombre de la cuenta" value={alias} onChange={setAlias} />
            <button type="submit" class="main" disabled={isBusy}>
              Añadir la cuenta
            </button>
          </Form>
        </details>
      )}
      <Failure problem={problem} />
    </Section>
  );
};

const OwnCertificates = ({ client: { id, name } }: { client: Client }) => {
  const { session, chooseCompany } = useShared();
  const loaded = useLoaded(() => first(session.gateway.listCertificates.each({ clientId: id }), MOST), [id]);
  const today = madridDay(new Date());
  return (
    <Section id="certificates" title="Certificados">
      <Show
        of={loaded}
        empty={(certificates) =>
          certificates.length === 0 && 'No tiene ninguno: se actúa con los de la asesoría.'
        }
      >
        {(certificates) => (
          <ul class="list">
            {certificates.map((certificate) => (
              <li key={certificate.cert_secret}>
                <Line name={certificate.fullName}>
                  <Badge state={validity(certificate, today)} />
                </Line>
                <p class="small">
                  sirve para: {certificate.typeText || 'todos los organismos'} · hasta el{' '}
                  {showDay(certificate.expired.slice(0, 10))}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Show>
      <a class="button" href={addressOf('certificados')} onClick={() => chooseCompany({ id, name })}>
        Subir o quitar certificados
      </a>
    </Section>
  );
};

/** The access of the company, and whether it is still a client. */
const Access = ({ client, onChange }: Omit<Part, 'isOwner'>) => {
  const { session, company, chooseCompany } = useShared();
  const { act, isBusy, problem, run } = useChange(onChange);
  const [message, setMessage] = useState<string>();
  const { id, active } = client;
  const { gateway } = session;
  return (
    <Section id="access" title="Acceso de la empresa">
      <p>
        {active === 1
          ? client.access.email
            ? `Entra con ${client.access.email}, si se le dio acceso.`
            : 'No tiene acceso: se guardó sin e-mail.'
          : 'Está desactivada: no entra, y con sus certificados no se actúa.'}
      </p>
      {active === 1 ? (
        <>
          <Confirmed
            name="Desactivar"
            what="La empresa no entra, y con sus certificados no se presenta nada, hasta que la active."
            isBusy={isBusy}
            onConfirm={act(() => gateway.activateClient({ customerID: id, active: false }))}
          />
          {client.access.email && (
            <Confirmed
              name="Quitar su segundo factor"
              what="Entra solo con la contraseña, hasta que active otro, y recibe un correo."
              isBusy={isBusy}
              onConfirm={() =>
                run(async () => {
                  await gateway.resetClientSecondFactor({ clientId: id });
                  setMessage('Ya entra solo con la contraseña.');
                })
              }
            />
          )}
        </>
      ) : (
        <button
          type="button"
          disabled={isBusy}
          onClick={act(() => gateway.activateClient({ customerID: id, active: true }))}
        >
          Activar
        </button>
      )}
      <Confirmed
        name="Eliminar la empresa"
        what={`Se eliminan ${client.name}, su acceso y sus certificados. Los trámites se conservan. No se puede deshacer.`}
        isBusy={isBusy}
        onConfirm={() =>
          run(async () => {
            await gateway.deleteClient({ customerID: id });
            if (company?.id === id) chooseCompany(undefined);
            location.hash = addressOf('empresas');
          })
        }
      />
      <Success text={message} />
      <Failure problem={problem} />
    </Section>
  );
};
