import { type Script, type Step, Unreadable } from '../../exchange.ts';
import {
  type Access,
  COMMUNITY,
  LANGUAGE,
  NO_ACCESS,
  parameterElement,
  readAnswer,
  soapStep,
} from '../services/soap.ts';
import { findNode, type Node } from '../xml-reading.ts';

/**
 * The services of Certific@2. Public programs show their addresses, their one operation and the order of its parameters,
 * and have the names from the description of the service (WSDL). So the description is read before each call.
 */

/** The path of a service. */
export const ENTRY_SERVICE = '/DCertificadosWeb/services/ServicioWebEntrada';
export const STATE_SERVICE = '/DCertificadosWeb/services/ServicioWebConsulta';

/** The operation of both. */
const OPERATION = 'ejecuta';
/** User, main user, password, document or number, language, community. */
const PARAMETERS = 6;

/** How the operation of a service is called. */
interface Description {
  path: string;
  namespace: string;
  action: string;
  /** Names of the parameters, in their order. */
  parameters: string[];
  /** The parameters are in the namespace, too. */
  isQualified: boolean;
}

/**
 * Asks for the description of a service, so that nothing is sent to a service that is down or has changed.
 * @throws OutOfService, AccessDenied, Unreadable
 */
export function* describe(path: string): Script<Description> {
  const definitions = readAnswer(yield { method: 'GET', path: `${path}?wsdl` });
  const schema = allNodes(definitions, 'schema').find((each) => wrapperOf(each) !== undefined);
  const wrapper = schema && wrapperOf(schema);
  const message = allNodes(definitions, 'message').find(({ attributes }) =>
    new RegExp(`^${OPERATION}(?:Request)?$`).test(attributes.name ?? ''),
  );
  const parameters = (wrapper ? allNodes(wrapper, 'element') : (message?.children ?? [])).map(
    ({ attributes }) => attributes.name ?? '',
  );
  const namespace = (schema ?? definitions).attributes.targetNamespace ?? '';
  if (parameters.length !== PARAMETERS || !parameters.every((name) => /^[A-Za-z_][\w.-]{0,99}$/.test(name)))
    throw new Unreadable('description of a service with other parameters');
  if (!/^[\w.:/-]{1,200}$/.test(namespace))
    throw new Unreadable('description of a service without namespace');
  return {
    path,
    namespace,
    action: actionIn(definitions),
    parameters,
    isQualified: schema?.attributes.elementFormDefault === 'qualified',
  };
}

/** The call of a service with a document, or with the number of a shipment. */
export const callOf = (
  { parameters, namespace, isQualified, ...service }: Description,
  value: string,
  { user, password }: Access = NO_ACCESS,
): Step => {
  const content = [user, user, password, value, LANGUAGE, COMMUNITY]
    .map((text, index) => parameterElement(parameters[index]!, text))
    .join('');
  const [prefix, declaration] = isQualified ? ['', `xmlns="${namespace}"`] : ['c:', `xmlns:c="${namespace}"`];
  return soapStep(service, `<${prefix}${OPERATION} ${declaration}>${content}</${prefix}${OPERATION}>`);
};

/** The text that the operation returns, whatever the name of its element. @throws as `describe` */
export const returnedBy = (answer: Parameters<typeof readAnswer>[0]): string => {
  const value = findNode(readAnswer(answer), `${OPERATION}Response`)?.children[0]?.text;
  if (!value?.trim()) throw new Unreadable('SOAP answer without return value');
  return value;
};

/** The element of a schema that has the parameters. */
const wrapperOf = (schema: Node): Node | undefined =>
  schema.children.find(({ name, attributes }) => name === 'element' && attributes.name === OPERATION);

/** The first action that the binding has for the operation. */
const actionIn = (definitions: Node): string => {
  const actions = allNodes(definitions, 'operation').map(({ attributes }) => attributes.soapAction);
  const action = actions.find((each) => each !== undefined) ?? '';
  if (!/^[\w.:/-]{0,200}$/.test(action))
    throw new Unreadable('description of a service with a strange action');
  return action;
};

/** All elements of that name below, at any depth. */
const allNodes = (node: Node, name: string): Node[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allNodes(child, name)]);
