import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { serve } from '../../../shared/serving/serve.ts';
import { ownServices } from '../../services.ts';
import { reference } from './group.ts';

const served = serve(reference, ownServices);

/** An address below the pages, in the form that the catch-all path of the API gives it. */
const BELOW_DOCS = /^v4\/docs\/(.*)$/;

/** Further addresses of pages: the list of Markdown pages where programs look for it, and the guide at its address. */
const PAGES: Record<string, string> = { 'v4/llms.txt': 'llms.txt', 'v4/docs.md': 'guia.md' };

/** Any other address below the pages gets an error page. */
export const handler = (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const path = event.pathParameters?.path?.replace(/^\//, '') ?? '';
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : BELOW_DOCS.exec(path)?.[1];
  if (page === undefined) return served(event);
  const [resource, pathParameters] =
    page === '' ? ['/v4/docs', null] : ['/v4/docs/{page}', { page: page.slice(0, 100) }];
  return served({ ...event, resource, pathParameters });
};
