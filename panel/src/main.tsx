import { render } from 'preact';
import { App } from './app.tsx';
import './style/page.css';
import './style/parts.css';
import './style/forms.css';
import './style/search.css';
import './style/table.css';
import './style/media.css';

render(<App />, document.querySelector('#app')!);
