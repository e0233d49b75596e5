import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary';
import { AppRoutes } from './router';
import { store } from './store';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = createRoot(root);
// In slices, between which a slow phone scrolls and takes taps: the first screen is long.
startTransition(() => {
  app.render(
    <StrictMode>
      <ErrorBoundary>
        <Provider store={store}>
          {/* Without transitions a click shows at once that a screen is on its way, and signing out
              leaves a guarded screen in the same render that ends the session. */}
          <BrowserRouter useTransitions={false}>
            <AppRoutes />
          </BrowserRouter>
        </Provider>
      </ErrorBoundary>
    </StrictMode>,
  );
});
