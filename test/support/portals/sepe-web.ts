/** Parts of pages that SEPE's two web applications, Contrat@ and Certific@2, have in common. */

/** Links to these addresses. */
export const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">x</a>`).join('');

/** Text fields. */
export const inputs = (...names: string[]) => names.map((name) => `<input name="${name}">`).join('');
export const submit = (name: string, value = name) => `<input type="submit" name="${name}" value="${value}">`;

/** A group of values, each with its label. */
export const labels = (legend: string, values: Record<string, string>) =>
  `<fieldset><legend>${legend}</legend>${Object.entries(values)
    .map(([label, value]) => `<div><div class="titulo4">${label} :</div><div>${value}</div></div>`)
    .join('')}</fieldset>`;
