/**
 * Keeps a session over a reload, for all tabs: a function of CloudFront, in the subset of JavaScript that it runs, which answers
 * `/session` by itself; the local stack runs the same text. `PUT` takes the token of the API into a cookie that no script
 * reads, `POST` gives it back to the panel's own pages, `DELETE` drops it. The API never sees the cookie: whatever it files
 * still needs the header `Authorization`, which no other page can make a browser send. So there is nothing to forge
 * there, and here only the panel's own pages are answered.
 */

// The browser takes `__Host-` from this very host only, by TLS: no neighbour under the same domain can set another session.
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

/** Whether a page of the panel asks. A browser lets no other page send this header, or write `Origin`. */
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
