export { ImportCompanies } from './import-companies.tsx';
export { saveCompany } from './saved-companies.ts';
