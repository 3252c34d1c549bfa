package path

// The searches put together: rounds of jobs of all kinds, each from the best trees of the rounds before, for as long as
// it may be (Hyper) or as long as it can pay (Auto).

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// Hyper runs all methods in turn, giving more turns to those that did well, until Options.Trials jobs are done (default
// 128) or the budget is spent. Result.Finder says which method won.
type Hyper struct{}

// Name returns "hyper".
func (Hyper) Name() string { return "hyper" }

const hyperTrials = 128

// Find implements Finder. A budget without a number of trials is used up.
func (f Hyper) Find(ctx context.Context, n *Network, o Options) (*Result, error) {
	jobs := o.Trials
	if jobs == 0 {
		jobs = hyperTrials
		if o.Budget > 0 {
			jobs = math.MaxInt
		}
	}
	return find(ctx, n, o, f.Name(), func(s *search) error {
		return s.portfolio(func(p *portfolio) bool { return p.jobs < jobs }, math.Inf(1), jobs)
	})
}

// Auto is Hyper for as long as it can save: it stops once what the search has taken reaches a share of the time that the
// best tree is predicted to run. What the search takes is reckoned in nominal time, from the number of operands, so that
// the result does not depend on the machine. Networks of a few operands are solved exactly.
type Auto struct {
	// Share is the share of the predicted time, above 0. Default 1.
	Share float64 `json:"share,omitempty"`
	// Most bounds the nominal time of the search in seconds, above 0. Default 30.
	Most float64 `json:"most,omitempty"`
}

// Name returns "auto".
func (Auto) Name() string { return "auto" }

// Find implements Finder.
func (f Auto) Find(ctx context.Context, n *Network, o Options) (*Result, error) {
	if f.Share == 0 {
		f.Share = 1
	}
	if f.Most == 0 {
		f.Most = 30
	}
	if !(f.Share > 0) || !(f.Most > 0) {
		return nil, &OptionError{Field: "Auto", Value: f, Reason: "share and bound must be above 0"}
	}
	jobs := o.Trials
	if jobs == 0 {
		jobs = math.MaxInt
	}
	return find(ctx, n, o, f.Name(), func(s *search) error {
		pays := func(p *portfolio) bool {
			if p.jobs == 0 { // the first sweep saves the most: it may take as long as the run
				return p.sweep() < min(f.Most, s.bestSeconds())
			}
			p.left = min(f.Most, f.Share*s.bestSeconds()) - p.spent
			return p.jobs < jobs && p.expected() < p.left
		}
		return s.portfolio(pays, f.Share, jobs)
	})
}

// bestSeconds is how long the best tree is predicted to run.
func (s *search) bestSeconds() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.best.costs.Seconds
}

// The kinds of jobs.
const (
	jobLuck = iota // random greedy trials, the best reconfigured
	jobCut         // a bisection, reconfigured
	jobWarm        // annealing of a random greedy tree
	jobCool        // annealing of one of the best trees, less warm
	jobDeep        // reconfiguration of one of the best trees in larger pieces
	jobKinds
)

// jobNames are what Result.Finder says.
var jobNames = [jobKinds]string{"random-greedy", "partition", "anneal", "anneal", "reconfigure"}

// job is one thing to do, decided before its round begins.
type job struct {
	kind   int
	number int
	start  [][2]int32 // for jobs that better a tree
	steps  int        // temperatures
	rng    *rand.Rand
}

// done is what came of a job.
type done struct {
	kind  int
	pairs [][2]int32
	c     candidate
}

type portfolio struct {
	s      *search
	jobs   int     // jobs done
	spent  float64 // nominal seconds
	left   float64 // nominal seconds that may still be spent
	pool   []done  // the best different trees, best first
	credit [jobKinds]int
	rng    *rand.Rand
}

// exactNominal is what an exact search takes for each pair of subsets, in seconds.
const exactNominal = 20e-9

const (
	roundJobs = 8 // jobs of a round, whatever the number of workers: a round's jobs know nothing of each other
	poolTrees = 6
)

// portfolio runs rounds while more says so. Exact search is tried where it takes no longer than share of the predicted
// time.
func (s *search) portfolio(more func(p *portfolio) bool, share float64, jobs int) error {
	m := s.meter()
	start, err := s.begin(nil)
	if err != nil || start == nil {
		return err
	}
	p := &portfolio{s: s, left: math.Inf(1), rng: s.rng(methodHyper, math.MaxUint64)}
	for i := range p.credit {
		p.credit[i] = 2
	}
	k := len(s.net.Inputs)
	if k > exactPlain {
		k = s.red.g.terms()
	}
	if k <= exactReduced && (k <= 6 || math.Pow(3, float64(k))*exactNominal <= share*s.best.costs.Seconds) && s.exactSmall(m) {
		return nil
	}
	if s.red.g.terms() < 3 {
		return nil
	}
	p.keep(done{kind: -1, pairs: start, c: s.best})
	if !more(p) {
		return nil
	}
	p.first(m, start)
	for more(p) && !s.stop() {
		p.round(min(roundJobs, jobs-p.jobs, max(1, int(min(p.left/p.expected(), roundJobs)))))
	}
	return nil
}

// first betters the greedy tree, the cheapest thing to do.
func (p *portfolio) first(m *meter, start [][2]int32) {
	d := newDraft(p.s.red.g, start)
	newReconfigurer(d, &p.s.price, reconfigureSize).sweep(nil, p.s.stop)
	c := p.s.judge(m, "reconfigure", d.pairs())
	c.order = orderOf(methodHyper, p.jobs)
	p.s.trials.Add(1)
	p.s.offer(c)
	p.keep(done{kind: jobDeep, pairs: d.pairs(), c: c})
	p.spent += p.sweep()
	p.jobs++
}

// sweep is the nominal time of the first job.
func (p *portfolio) sweep() float64 { return 80e-6 * float64(p.s.red.g.terms()) }

// expected is the nominal time of a job of the next round, by the credit that methods have.
func (p *portfolio) expected() float64 {
	sum, total := 0.0, 0
	for kind, c := range p.credit {
		j := job{kind: kind, steps: stepsOf(p.jobs)}
		sum += float64(c) * j.nominal(p.s.red.g.terms())
		total += c
	}
	return sum / float64(total)
}

// round does n jobs at once and takes in what came of them.
func (p *portfolio) round(n int) {
	jobs := make([]job, n)
	for i := range jobs {
		jobs[i] = p.choose(p.jobs + i)
	}
	out := make([]done, n)
	parallel(p.s, n, p.s.greedyWorker, func(w greedyWorker, i int) { out[i] = p.do(w, jobs[i]) })
	for i, x := range out {
		p.spent += jobs[i].nominal(p.s.red.g.terms()) / float64(roundJobs) * float64(n)
		if x.pairs == nil {
			continue
		}
		if x.c.score.less(p.pool[0].c.score) {
			p.credit[x.kind] = min(p.credit[x.kind]+2, 12)
		} else if p.credit[x.kind] > 1 && p.jobs > 4*roundJobs {
			p.credit[x.kind]--
		}
		p.keep(x)
	}
	p.jobs += n
}

// choose decides a job by the methods' credit.
func (p *portfolio) choose(number int) job {
	total := 0
	for _, c := range p.credit {
		total += c
	}
	j := job{number: number, rng: p.s.rng(methodHyper, uint64(number))}
	at := p.rng.IntN(total)
	for at >= p.credit[j.kind] {
		at -= p.credit[j.kind]
		j.kind++
	}
	// The better trees of the pool more often; longer runs as the search goes on.
	rank := min(p.rng.IntN(len(p.pool)), p.rng.IntN(len(p.pool)))
	j.start = p.pool[rank].pairs
	j.steps = stepsOf(number)
	return j
}

// stepsOf is how many temperatures a job anneals at: more as the search goes on.
func stepsOf(number int) int { return min(30<<min(number/(4*roundJobs), 8), 400) }

// nominal is what a job takes on a processor of today, in seconds.
func (j *job) nominal(terms int) float64 {
	each := map[int]float64{jobLuck: 60e-6, jobCut: 80e-6, jobDeep: 400e-6}[j.kind]
	if j.kind == jobWarm || j.kind == jobCool {
		each = 15e-6 + float64(j.steps)*10*0.15e-6
	}
	return each * float64(terms)
}

// do runs a job.
func (p *portfolio) do(w greedyWorker, j job) done {
	s := p.s
	g := s.red.g
	luck := RandomGreedy{}
	_ = luck.check()
	var d *draft
	switch j.kind {
	case jobLuck, jobWarm:
		var best [][2]int32
		least := math.Inf(1)
		for range map[int]int{jobLuck: 16, jobWarm: 4}[j.kind] {
			if pairs := w.g.run(luck.draw(j.rng), s.stop); pairs != nil && (best == nil || w.g.mults < least) {
				best, least = slices.Clone(pairs), w.g.mults
			}
		}
		if best == nil {
			return done{}
		}
		d = newDraft(g, best)
	case jobCut:
		cuts := Partition{}
		_ = cuts.check()
		pairs := cuts.run(s, j.rng)
		if pairs == nil {
			return done{}
		}
		d = newDraft(g, pairs)
	default:
		d = newDraft(g, j.start)
	}
	switch j.kind {
	case jobWarm:
		f := Anneal{Beta: [2]float64{0.01, 15}, Steps: j.steps, Sweeps: 10}
		f.run(d, &s.price, j.rng, s.stop)
	case jobCool:
		f := Anneal{Beta: [2]float64{0.5 + 3*j.rng.Float64(), 15}, Steps: j.steps, Sweeps: 10}
		f.run(d, &s.price, j.rng, s.stop)
	case jobDeep:
		newReconfigurer(d, &s.price, 9+j.rng.IntN(3)).sweep(j.rng, s.stop)
	}
	newReconfigurer(d, &s.price, reconfigureSize).sweep(nil, s.stop)
	pairs := d.pairs()
	c := s.judge(w.m, jobNames[j.kind], pairs)
	c.order = orderOf(methodHyper, j.number+1)
	s.trials.Add(1)
	s.offer(c)
	return done{kind: j.kind, pairs: pairs, c: c}
}

// keep puts a tree in the pool, if it is good and not there yet.
func (p *portfolio) keep(x done) {
	for _, y := range p.pool {
		if y.c.score == x.c.score {
			return
		}
	}
	p.pool = append(p.pool, x)
	slices.SortStableFunc(p.pool, func(a, b done) int {
		return cmp.Or(cmp.Compare(a.c.score.first, b.c.score.first), cmp.Compare(a.c.score.second, b.c.score.second))
	})
	p.pool = p.pool[:min(len(p.pool), poolTrees)]
}
