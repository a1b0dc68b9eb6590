import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { serve } from '../../shared/serving/serve.ts';
import { ownServices } from '../services.ts';
import { reference } from './group.ts';

const served = serve(reference, ownServices);

/** An address below the pages, in the form that the catch-all path of the API gives it. */
const BELOW_DOCS = /^\/?v4\/docs\/(.*)$/;

/** Any other address below the pages gets an error page. */
export const handler = (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const [, page] = BELOW_DOCS.exec(event.pathParameters?.path ?? '') ?? [];
  if (page === undefined) return served(event);
  const [resource, pathParameters] =
    page === '' ? ['/v4/docs', null] : ['/v4/docs/{page}', { page: page.slice(0, 100) }];
  return served({ ...event, resource, pathParameters });
};
