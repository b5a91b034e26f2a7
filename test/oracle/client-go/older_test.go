//go:build client_go_1_32

package oracle

// The rest of what a store had to be up to v0.32; a reflector calls none of it.

func (s recordingStore) List() []any                        { panic("not called") }
func (s recordingStore) ListKeys() []string                 { panic("not called") }
func (s recordingStore) Get(any) (any, bool, error)         { panic("not called") }
func (s recordingStore) GetByKey(string) (any, bool, error) { panic("not called") }
func (s *server) wantsWatchList() bool                      { return s.WatchList }
