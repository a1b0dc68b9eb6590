export {
  eraseWorkforces,
  findWorkforce,
  findWorkforceRow,
  listWorkforce,
  putWorkforceRow,
  removeWorkforceRow,
  replaceWorkforce,
} from './workforce.ts';
