/**
 * The SDK of S3, loaded at first use: it takes a function as long to start as DynamoDB's, and most requests need none of
 * it. A filing does, once it is made, so it is loaded before the step that files (`shared/serving/filing/once.ts`).
 */
export const loadS3 = () => import('./sdk.ts');
