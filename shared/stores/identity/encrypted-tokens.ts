/** What the service uses of jose for tokens that are encrypted. Others are signed (`shared/stores/identity/tokens.ts`). */
export { decodeProtectedHeader } from 'jose/decode/protected_header';
export { jwtDecrypt } from 'jose/jwt/decrypt';
export { EncryptJWT } from 'jose/jwt/encrypt';
