/** SOAP 1.1 as the services use it: one element with texts in the request, one text in the response. */

import type { XmlElement } from '@rgrove/parse-xml';
import type { Answer, Call } from '../../portal.ts';
import { childrenOf, escapeXml, find, localName, namespaceOf, readXml } from '../xml.ts';

/** An operation: its name, and its fields in their order. */
export interface Operation {
  name: string;
  fields: readonly string[];
}

export interface Service {
  name: string;
  namespace: string;
  operations: readonly Operation[];
  /** Value of `SOAPAction` for an operation. */
  action(operation: string): string;
}

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

const xml = (text: string, status = 200): Answer => ({
  status,
  type: 'text/xml; charset=utf-8',
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`, 'utf8'),
});

const envelope = (body: string) =>
  `<soapenv:Envelope xmlns:soapenv="${ENVELOPE}"><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`;

/** The answer to a request that the service cannot read. */
export const fault = (text: string): Answer =>
  xml(
    envelope(
      `<soapenv:Fault><faultcode>soapenv:Client</faultcode><faultstring>${escapeXml(text)}</faultstring></soapenv:Fault>`,
    ),
    500,
  );

/** The response of an operation. */
export const operationResponse = (service: Service, operation: string, text: string): Answer =>
  xml(
    envelope(
      `<${operation}Response xmlns="${service.namespace}"><${operation}Return>${escapeXml(text)}</${operation}Return></${operation}Response>`,
    ),
  );

/** The body as text, in the character set that the request or the document names; by default UTF-8. */
function textOf({ body, headers }: Call): string {
  const named =
    /charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ??
    /^<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/.exec(body.subarray(0, 200).toString('latin1'))?.[1] ??
    'utf-8';
  return body.toString(/^(iso-8859-1|latin-?1|windows-1252|us-ascii)$/i.test(named) ? 'latin1' : 'utf8');
}

/** The operation of a call and its fields by name; undefined if the envelope is not for this service. */
export function readOperation(
  service: Service,
  call: Call,
): { operation: Operation; fields: Record<string, string> } | undefined {
  let wrapper: XmlElement | undefined;
  try {
    const root = readXml(textOf(call));
    if (localName(root) !== 'Envelope' || namespaceOf(root) !== ENVELOPE) return undefined;
    const body = find(root, 'Body');
    wrapper = body && childrenOf(body)[0];
  } catch {
    return undefined;
  }
  if (!wrapper || namespaceOf(wrapper) !== service.namespace) return undefined;
  const name = localName(wrapper);
  const operation = service.operations.find((each) => each.name === name);
  if (!operation) return undefined;
  const given = childrenOf(wrapper);
  const fields = Object.fromEntries(
    operation.fields.map((field) => [field, given.find((child) => localName(child) === field)?.text ?? '']),
  );
  return { operation, fields };
}

/** The description of a service (WSDL), which some clients read before they call it. */
export function wsdl(service: Service, call: Call): Answer {
  const { name, namespace, operations } = service;
  const address = `https://${call.headers.host ?? 'localhost'}${call.path}`;
  const wrapper = (element: string, fields: readonly string[]) =>
    `<element name="${element}"><complexType><sequence>${fields
      .map((field) => `<element name="${field}" nillable="true" type="xsd:string"/>`)
      .join('')}</sequence></complexType></element>`;
  const message = (element: string) =>
    `<wsdl:message name="${element.endsWith('Response') ? element : `${element}Request`}"><wsdl:part element="impl:${element}" name="parameters"/></wsdl:message>`;
  const body = '<wsdlsoap:body use="literal"/>';
  return xml(
    [
      `<wsdl:definitions targetNamespace="${namespace}" xmlns:impl="${namespace}"`,
      ' xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:wsdlsoap="http://schemas.xmlsoap.org/wsdl/soap/"',
      ' xmlns:xsd="http://www.w3.org/2001/XMLSchema">',
      `<wsdl:types><schema elementFormDefault="qualified" targetNamespace="${namespace}" xmlns="http://www.w3.org/2001/XMLSchema">`,
      ...operations.flatMap((each) => [
        wrapper(each.name, each.fields),
        wrapper(`${each.name}Response`, [`${each.name}Return`]),
      ]),
      '</schema></wsdl:types>',
      ...operations.flatMap((each) => [message(each.name), message(`${each.name}Response`)]),
      `<wsdl:portType name="${name}">`,
      ...operations.map(
        (each) =>
          `<wsdl:operation name="${each.name}"><wsdl:input message="impl:${each.name}Request" name="${each.name}Request"/><wsdl:output message="impl:${each.name}Response" name="${each.name}Response"/></wsdl:operation>`,
      ),
      `</wsdl:portType><wsdl:binding name="${name}SoapBinding" type="impl:${name}">`,
      '<wsdlsoap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>',
      ...operations.map(
        (each) =>
          `<wsdl:operation name="${each.name}"><wsdlsoap:operation soapAction="${service.action(each.name)}"/><wsdl:input name="${each.name}Request">${body}</wsdl:input><wsdl:output name="${each.name}Response">${body}</wsdl:output></wsdl:operation>`,
      ),
      `</wsdl:binding><wsdl:service name="${name}Service"><wsdl:port binding="impl:${name}SoapBinding" name="${name}">`,
      `<wsdlsoap:address location="${escapeXml(address)}"/></wsdl:port></wsdl:service></wsdl:definitions>`,
    ].join(''),
  );
}
