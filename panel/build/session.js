/**
 * Keeps a session over a reload and for all tabs. This is a CloudFront function, written in the subset of JavaScript that
 * CloudFront runs; it answers `/session` by itself, and the local stack runs the same text. `PUT` stores the token of the API
 * in a cookie that no script can read, `POST` gives it back to the panel's own pages, and `DELETE` drops it. The API never sees
 * the cookie: every call that files needs the header `Authorization`, which no other site can make a browser send. So a forged
 * request can do nothing at the API, and this function answers only the panel's own pages.
 */

// The prefix `__Host-` makes the browser accept the cookie from this very host only, over TLS, so a neighbour under the same
// domain cannot set another session.
const COOKIE = '__Host-session';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const TOKEN = /^Bearer ([\w-]{1,1500}\.[\w-]{1,1500}\.[\w-]{1,500})$/;

function headerOf(request, name) {
  const header = request.headers[name];
  return header ? header.value : '';
}

function answer(statusCode, statusDescription, more) {
  return Object.assign(
    {
      statusCode: statusCode,
      statusDescription: statusDescription,
      headers: {
        'cache-control': { value: 'no-store' },
        'content-type': { value: 'application/json' },
        'x-content-type-options': { value: 'nosniff' },
      },
    },
    more,
  );
}

function cookie(value, attributes) {
  const cookies = {};
  cookies[COOKIE] = { value: value, attributes: attributes };
  return { cookies: cookies };
}

/**
 * Whether a page of the panel sent the request. A browser does not let a page of another origin send this header or forge
 * `Origin`.
 */
function isOwn(request) {
  const host = headerOf(request, 'host');
  const scheme = /^127\.0\.0\.1(:\d+)?$/.test(host) ? 'http' : 'https';
  return headerOf(request, 'x-panel') === '1' && headerOf(request, 'origin') === `${scheme}://${host}`;
}

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  if (!isOwn(request)) return answer(403, 'Forbidden');
  if (request.method === 'PUT') {
    const sent = TOKEN.exec(headerOf(request, 'authorization'));
    return sent ? answer(204, 'No Content', cookie(sent[1], ATTRIBUTES)) : answer(400, 'Bad Request');
  }
  if (request.method === 'DELETE') return answer(204, 'No Content', cookie('', `${ATTRIBUTES}; Max-Age=0`));
  if (request.method !== 'POST') return answer(405, 'Method Not Allowed');
  const kept = request.cookies[COOKIE];
  const token = kept ? kept.value : '';
  if (token === '') return answer(204, 'No Content');
  return answer(200, 'OK', { body: { encoding: 'text', data: JSON.stringify({ access_token: token }) } });
}
