/** Parts of jose for encrypted tokens, loaded together. Signed tokens are in `shared/stores/identity/tokens.ts`. */
export { decodeProtectedHeader } from 'jose/decode/protected_header';
export { jwtDecrypt } from 'jose/jwt/decrypt';
export { EncryptJWT } from 'jose/jwt/encrypt';
